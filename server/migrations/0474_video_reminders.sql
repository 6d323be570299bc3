-- expands
-- Each reminder of a visit is sent once. Reminders of appointments are in appointment_reminders.
create table video_reminders (
  visit_id        uuid         not null references video_visits (id) on delete cascade,
  minutes_before  int          not null,
  sent_at         timestamptz  not null,
  primary key (visit_id, minutes_before)
);
call guard_patient_rows('video_reminders');
