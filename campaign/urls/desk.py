"""Routes of the referee's desk."""

from django.urls import path

from campaign.views import absences, archive, course, desk, files, schedule
from campaign.views.news import hooks
from campaign.views.news.gazette import gazette_anew, gazette_edit, gazette_way
from campaign.views.news.letters import courier_desk

urlpatterns = [
    path("", desk.desk, name="desk"),
    path("progress/", desk.progress, name="desk_progress"),
    path("run/", desk.run, name="desk_run"),
    path("due/", desk.due, name="desk_due"),
    path("schedule/", schedule.schedule, name="desk_schedule"),
    path("schedule/save/", schedule.save, name="desk_schedule_save"),
    path("schedule/drop/", schedule.drop, name="desk_schedule_drop"),
    path("schedule/pause/", schedule.pause, name="desk_pause"),
    path("schedule/resume/", schedule.resume, name="desk_resume"),
    path("caretaker/", absences.caretaker, name="desk_caretaker"),
    path("profile/", desk.profile, name="desk_profile"),
    path("rules/", desk.rules, name="desk_rules"),
    path("policy/", desk.policy, name="desk_policy"),
    path("correct/", desk.correct, name="desk_correct"),
    path("battles/<slug:key>/retry/", desk.retry, name="desk_retry"),
    path("course/", course.course, name="desk_course"),
    path("course/number/", course.number, name="desk_number"),
    path("course/hardship/", course.hardship, name="desk_hardship"),
    path("course/event/", course.event, name="desk_event"),
    path("course/events/", course.table, name="desk_events"),
    path("course/victory/", course.victory, name="desk_victory"),
    path("course/<int:event_id>/end/", course.lift, name="desk_lift"),
    path("ending/", archive.ending, name="desk_ending"),
    path("ending/archive/", archive.archive, name="desk_put_away"),
    path("ending/delete/", archive.delete, name="desk_delete"),
    path("download/", files.download, name="desk_download"),
    path("copy/", files.copy, name="desk_copy"),
    path("files/", files.files, name="desk_files"),
    path("files/<slug:key>/", files.file, name="desk_file"),
    path("archive/", files.archive, name="desk_archive"),
    path("gazette/", gazette_way, name="desk_gazette"),
    path("gazette/<int:number>/", gazette_edit, name="desk_gazette_edit"),
    path("gazette/<int:number>/anew/", gazette_anew, name="desk_gazette_anew"),
    path("couriers/", courier_desk, name="desk_couriers"),
    path("news/", hooks.outgoing, name="desk_news"),
    path("news/hooks/", hooks.hook_add, name="desk_hook_add"),
    path("news/hooks/<slug:key>/remove/", hooks.hook_remove, name="desk_hook_remove"),
    path("news/hooks/<slug:key>/again/", hooks.hook_again, name="desk_hook_again"),
    path("members/", desk.members, name="members"),
    path("members/invite/", desk.invitation, name="members_invite"),
    path("members/invitations/<int:invitation_id>/withdraw/", desk.invitation_withdraw, name="invitation_withdraw"),
    path("members/<int:member_id>/remove/", desk.member_remove, name="member_remove"),
    path("members/<int:member_id>/password/", desk.member_password, name="member_password"),
]
