"""Django settings. What differs between installations is read by ``config.env`` (docs/hosting.md)."""

from csp.constants import NONE, SELF

from config import env
from config.requests.limits import BODY_LIMIT

BASE_DIR = env.BASE_DIR
STATE_DIR = env.state_dir()
env.keep_to_ourselves(STATE_DIR)
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
    "lab.bench",
    "config.apps.ProjectConfig",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",  # first, so that no answer lacks their headers
    "csp.middleware.CSPMiddleware",
    "config.requests.health.health_address",
    "config.requests.one_by_one.one_by_one",
    "config.requests.middleware.Packing",  # pads its answers at random, so that their length tells nothing
    "config.requests.middleware.open_door",
    "config.requests.middleware.server_timing",
    "config.requests.middleware.plain_addresses",
    "config.requests.limits.bounded_bodies",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.requests.middleware.kept_by_nobody",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "config.requests.middleware.readers_zone",
    "config.requests.held.hold_forms",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.requests.middleware.bounded_sessions",
    "config.requests.log_ins.refusals_logged",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.requests.troubles.Troubles",
    "axes.middleware.AxesMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "config.requests.timing.ClockedDjangoTemplates",
        "NAME": "django",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "libraries": {"drawn": "base.pages.texts"},
        },
    },
    {
        "BACKEND": "config.requests.timing.ClockedJinja2",
        "NAME": "jinja2",
        "DIRS": [BASE_DIR / "templates" / "jinja2"],
        "APP_DIRS": False,
        "OPTIONS": {"environment": "config.backends.jinja.environment", "autoescape": True},
    },
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
FORM_RENDERER = "config.backends.jinja.WidgetRenderer"
CRISPY_ALLOWED_TEMPLATE_PACKS = ("bivouac", "bootstrap5")
CRISPY_TEMPLATE_PACK = "bivouac"  # templates/jinja2/bivouac, and crispy's bootstrap5 for what is rare

DATABASES = {"default": env.database()}
env.close_database(DATABASES["default"])
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = env.caches()

# People
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    *(
        {"NAME": f"django.contrib.auth.password_validation.{name}"}
        for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
    ),
    {"NAME": "config.backends.passwords.SiteWords"},
]
LOGIN_URL = "/accounts/login/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
AXES_FAILURE_LIMIT = 8
LOG_INS_FROM_AN_ADDRESS = 40  # wrong passwords for whatever names, within the time of AXES_COOLOFF_TIME
AXES_COOLOFF_TIME = 0.25
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_HANDLER = "config.requests.log_ins.Handler"
AXES_LOCKOUT_TEMPLATE = "registration/locked_out.html"
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False
AXES_ENABLE_ADMIN = False  # campaign.admin.ledgers has the lists, with bounded searches
AXES_CLIENT_IP_CALLABLE = "config.requests.log_ins.address"
PASSWORD_RESET_TIMEOUT = 3 * 24 * 3600

# Mail
MAIL_IS_SET_UP = bool(env.env.str("EMAIL_URL", default=""))
globals().update(env.env.email_url_config(env.env.str("EMAIL_URL", default="") or "dummymail://"))
EMAIL_TIMEOUT = 20
SITE_ADDRESS = env.address()
BIVOUAC_HOOKS_TO = env.names("BIVOUAC_HOOKS_TO")
DEFAULT_FROM_EMAIL = env.env.str("DEFAULT_FROM_EMAIL", default="bivouac@localhost")

# Language and time
LANGUAGE_CODE = "en-gb"
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.env.str("TIME_ZONE", default="UTC")

# Static files
STATIC_URL = "/static/"
WHITENOISE_ALLOW_ALL_ORIGINS = False
STATIC_ROOT = STATE_DIR / "static"
FILE_UPLOAD_PERMISSIONS, FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o600, 0o700
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "config.backends.static_files.StaticFiles"
    },
}

# Safety
PLAIN_HTTP = env.flag("BIVOUAC_PLAIN_HTTP")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = not (PLAIN_HTTP or DEBUG)
if SESSION_COOKIE_SECURE:  # a browser takes these names from this host alone, by TLS alone
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
SECURE_SSL_REDIRECT = not (PLAIN_HTTP or DEBUG)
SECURE_REDIRECT_EXEMPT = ["^healthz$"]
SECURE_HSTS_SECONDS = 0 if PLAIN_HTTP or DEBUG else 31_536_000
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = not (PLAIN_HTTP or DEBUG)
TRUST_PROXY = env.flag("BIVOUAC_TRUST_PROXY")
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUST_PROXY else None
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_AGE = 30 * 24 * 3600  # without a visit
LOG_IN_AGE, ADMIN_LOG_IN_AGE = 90 * 24 * 3600, 12 * 3600  # since the password was asked for
CSRF_FAILURE_VIEW = "config.requests.held.csrf_failure"
SESSION_ENGINE = "config.backends.session_store"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = BODY_LIMIT
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1000
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
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
    "queue_order_strategy": "sorted",  # signs of life (alive), battles, news (bells), then bulk, where forecasts wait
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker as long as it takes
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

BIVOUAC_API_LIMIT = int(env.number("BIVOUAC_API_LIMIT", 240, least=1))

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "axes": {"level": "ERROR"},  # config.requests.log_ins tells the same, without a mask
        "django.request": {"level": "ERROR"},
        "waitress": {"level": "WARNING"},
        "waitress.queue": {"level": "ERROR"},
    },
}
