"""Routes for coming in."""

from django.contrib.auth import views as auth
from django.urls import path
from django.views.decorators.cache import never_cache

from campaign.forms.people import ChangePasswordForm, ResetPasswordForm
from campaign.services.news.passwords import LINKS
from campaign.views.desk import archive
from campaign.views.news import feeds
from campaign.views.news.settings import confirm
from campaign.views.people import alone, people
from campaign.views.zone import zone

urlpatterns = [
    path("", people.home, name="home"),
    path("alone/", alone.alone, name="alone"),
    path("alone/<slug:slug>/back/", alone.take_back, name="alone_back"),
    path("alone/<slug:slug>/battles/<slug:key>/again/", alone.retry, name="alone_retry"),
    path("alone/<slug:slug>/end/", alone.give_up, name="alone_end"),
    path("tour/", people.again, name="tour"),
    path("campaigns/restore/<slug:slug>/", archive.restore, name="campaign_restore"),
    path("campaigns/new/", people.upload, name="upload"),
    path("campaigns/new/<str:key>/", never_cache(people.upload_state), name="upload_state"),
    path("join/<str:token>/", never_cache(people.join), name="join"),
    path("accounts/mail/<str:code>/", never_cache(confirm), name="mail_confirm"),
    path("feeds/<str:token>/calendar.ics", feeds.calendar, name="feed_calendar"),
    path("feeds/<str:token>/chronicle.atom", feeds.chronicle, name="feed_chronicle"),
    path("accounts/times/", zone, name="zone"),
    path("accounts/login/", people.LogIn.as_view(), name="login"),
    path("accounts/logout/", people.LogOut.as_view(), name="logout"),
    path(
        "accounts/password_change/",
        auth.PasswordChangeView.as_view(form_class=ChangePasswordForm),
        name="password_change",
    ),
    path("accounts/password_change/done/", auth.PasswordChangeDoneView.as_view(), name="password_change_done"),
    path("accounts/forgotten/", people.reset_help, name="reset_help"),
    path("accounts/reset/", people.forgotten, name="password_reset"),
    path("accounts/reset/sent/", auth.PasswordResetDoneView.as_view(), name="password_reset_done"),
    path(
        "accounts/reset/<uidb64>/<token>/",
        auth.PasswordResetConfirmView.as_view(form_class=ResetPasswordForm, token_generator=LINKS),
        name="password_reset_confirm",
    ),
    path("accounts/reset/done/", auth.PasswordResetCompleteView.as_view(), name="password_reset_complete"),
]
