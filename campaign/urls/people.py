"""Routes for coming in."""

from django.conf import settings
from django.contrib.auth import views as auth
from django.urls import path



urlpatterns = [
    path("accounts/login/", auth.LoginView.as_view(redirect_authenticated_user=True), name="login"),
    path("accounts/logout/", auth.LogoutView.as_view(), name="logout"),
    path("accounts/password_change/", auth.PasswordChangeView.as_view(), name="password_change"),
    path("accounts/password_change/done/", auth.PasswordChangeDoneView.as_view(), name="password_change_done"),
    path("accounts/reset/<uidb64>/<token>/", auth.PasswordResetConfirmView.as_view(), name="password_reset_confirm"),
    path("accounts/reset/done/", auth.PasswordResetCompleteView.as_view(), name="password_reset_complete"),
]
if settings.MAIL_IS_SET_UP:
    urlpatterns += [
        path("accounts/reset/", auth.PasswordResetView.as_view(), name="password_reset"),
        path("accounts/reset/sent/", auth.PasswordResetDoneView.as_view(), name="password_reset_done"),
    ]
