-- expands
-- Video visits of a patient with the doctor in charge of the case. Sound and video go directly between the browsers and are never stored.
create table video_visits (
  id                uuid         primary key,
  case_id           uuid         not null references cases (id) on delete cascade,
  planned_at        timestamptz  not null,
  planned_by        uuid         references users (id) on delete set null,
  state             text         not null check (state in ('planned', 'waiting', 'running', 'ended', 'missed', 'cancelled')),
  created_at        timestamptz  not null,
  consent_version   text,                                                  -- the wording that the patient agreed to
  consent_language  text,
  consented_at      timestamptz,
  started_at        timestamptz,                                           -- both were there for the first time
  ended_at          timestamptz,                                           -- ended, missed or cancelled
  cancelled_by      uuid         references users (id) on delete set null,
  doctor_page       uuid,                                                  -- the page on which that side has the visit open, and when it last asked
  doctor_seen_at    timestamptz,
  patient_page      uuid,
  patient_seen_at   timestamptz,
  check ((consented_at is null) = (consent_version is null)),
  check ((state in ('ended', 'missed', 'cancelled')) = (ended_at is not null))
);
create unique index video_visits_open on video_visits (case_id) where ended_at is null;
create index video_visits_case on video_visits (case_id, planned_at);
create index video_visits_closing on video_visits (planned_at) where ended_at is null;
create index on video_visits (planned_by);
create index on video_visits (cancelled_by);

call guard_patient_rows('video_visits');
create policy own on video_visits for select to app_user using (case_id in (select id from cases));
create policy own_changed on video_visits for update to app_user using (case_id in (select id from cases));
create policy staff_reads on video_visits for select to app_staff using (cares_for_case(case_id));
create policy staff_plans on video_visits for insert to app_staff
  with check (planned_by::text = (select request_user_id()) and cares_for_case(case_id));
create policy staff_changes on video_visits for update to app_staff using (cares_for_case(case_id));
grant select on video_visits to app_user, app_staff;
grant update (state, consent_version, consent_language, consented_at, started_at, ended_at, cancelled_by, patient_page, patient_seen_at)
  on video_visits to app_user;
grant insert on video_visits to app_staff;
grant update (state, started_at, ended_at, cancelled_by, doctor_page, doctor_seen_at) on video_visits to app_staff;

-- Messages that the two pages exchange to connect. They contain network addresses, so a row is deleted once it is read,
-- and at the latest when the visit ends. Unlogged: the rows are neither in the write-ahead log nor on a standby, and a
-- crash empties the table. The pages then connect again.
create unlogged table video_signals (
  place      bigint       primary key generated always as identity,
  visit_id   uuid         not null references video_visits (id) on delete cascade,
  to_side    text         not null check (to_side in ('doctor', 'patient')),
  to_page    uuid         not null,
  from_page  uuid         not null,
  number     int          not null,                                        -- counts up on the page that sent it
  signal     jsonb        not null,
  sent_at    timestamptz  not null,
  unique (visit_id, from_page, number)
);
create index video_signals_waiting on video_signals (visit_id, to_side, place);

call guard_patient_rows('video_signals');
-- Each participant can send messages only to the other participant, but can read and delete all messages of the visit.
create policy own_sent on video_signals for insert to app_user
  with check (to_side = 'doctor' and visit_id in (select id from video_visits));
create policy own_read on video_signals for select to app_user using (visit_id in (select id from video_visits));
create policy own_taken on video_signals for delete to app_user using (visit_id in (select id from video_visits));
create policy staff_sent on video_signals for insert to app_staff
  with check (to_side = 'patient' and visit_id in (select id from video_visits));
create policy staff_read on video_signals for select to app_staff using (visit_id in (select id from video_visits));
create policy staff_taken on video_signals for delete to app_staff using (visit_id in (select id from video_visits));
grant select, insert, delete on video_signals to app_user, app_staff;
