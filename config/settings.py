"""Django settings. What differs between installations is read by ``config.env`` (docs/hosting.md)."""

from csp.constants import NONE, SELF

from config import env

BASE_DIR = env.BASE_DIR
STATE_DIR = env.state_dir()
DEBUG = env.flag("DEBUG")
SECRET_KEY = env.secret_key()
ALLOWED_HOSTS = env.hosts(DEBUG)
CSRF_TRUSTED_ORIGINS = env.names("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django_htmx",
    "crispy_forms",
    "crispy_bootstrap5",
    "axes",
    "csp",
    "rosters",
    "battles",
    "campaign",
    "config.apps.ProjectConfig",
]
MIDDLEWARE = [
    "django.middleware.gzip.GZipMiddleware",  # pads its answers at random, so that their length tells nothing
    "config.middleware.server_timing",
    "config.middleware.plain_addresses",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.kept_by_nobody",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "config.middleware.readers_zone",
    "config.held.hold_forms",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
FORM_RENDERER = "django.forms.renderers.DjangoTemplates"
CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"

DATABASES = {"default": env.database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = env.caches()

# People
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "/accounts/login/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.25
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_TEMPLATE = "registration/locked_out.html"
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False
AXES_CLIENT_IP_CALLABLE = "config.visitors.address"
PASSWORD_RESET_TIMEOUT = 3 * 24 * 3600

# Mail
MAIL_IS_SET_UP = bool(env.env.str("EMAIL_URL", default=""))
globals().update(env.env.email_url("EMAIL_URL", default="dummymail://"))
DEFAULT_FROM_EMAIL = env.env.str("DEFAULT_FROM_EMAIL", default="bivouac@localhost")

# Language and time
LANGUAGE_CODE = "en-gb"
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.env.str("TIME_ZONE", default="UTC")

# Static files
STATIC_URL = "/static/"
STATIC_ROOT = STATE_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# Safety
PLAIN_HTTP = env.flag("BIVOUAC_PLAIN_HTTP")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = not (PLAIN_HTTP or DEBUG)
SECURE_SSL_REDIRECT = not (PLAIN_HTTP or DEBUG)
SECURE_HSTS_SECONDS = 0 if PLAIN_HTTP or DEBUG else 31_536_000
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = not (PLAIN_HTTP or DEBUG)
TRUST_PROXY = env.flag("BIVOUAC_TRUST_PROXY")
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUST_PROXY else None
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_AGE = 60 * 24 * 3600
CSRF_FAILURE_VIEW = "config.held.csrf_failure"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 32 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1000
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# Work in the background (docs/hosting.md)
CELERY_BROKER_URL = env.broker_url()
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 300,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": 2,
    "socket_timeout": 30,
    "queue_order_strategy": "sorted",  # battles before bulk, where forecasts wait
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TASK_DEFAULT_QUEUE = "battles"
CELERY_TIMEZONE = "UTC"

BIVOUAC_BATTLE_DELAY = env.number("BIVOUAC_BATTLE_DELAY", 0)
BIVOUAC_BATTLE_LEASE = env.number("BIVOUAC_BATTLE_LEASE", 300, least=1)
BIVOUAC_BATTLE_ATTEMPTS = int(env.number("BIVOUAC_BATTLE_ATTEMPTS", 5, least=1))
BIVOUAC_BATTLE_TIME_LIMIT = env.number("BIVOUAC_BATTLE_TIME_LIMIT", 240, least=1)

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {"axes": {"level": "WARNING"}, "django.request": {"level": "ERROR"}},
}
