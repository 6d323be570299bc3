-- Video visits of a patient with the doctor in charge of the case, or with the practitioner of an appointment. Sound and video go directly between the browsers
-- and are never stored.

-- A video visit belongs to a case or to an appointment time (booked_times). In the second case both rows have the same
-- id, so the address of the visit follows from the id of the appointment time.
create table video_visits (
  id                uuid         primary key,
  case_id           uuid         references cases (id) on delete cascade,
  time_id           uuid         unique references booked_times (id) on delete cascade,
  patient_id        uuid         not null references users (id) on delete cascade,
  planned_at        timestamptz  not null,
  planned_by        uuid         references users (id) on delete set null,
  state             text         not null check (state in ('planned', 'waiting', 'running', 'ended', 'missed', 'cancelled')),
  created_at        timestamptz  not null,
  consent_version   text,                                                  -- the wording that the patient agreed to
  consent_language  text,
  consented_at      timestamptz,
  started_at        timestamptz,                                           -- when both participants were first present
  ended_at          timestamptz,                                           -- when it ended, was missed or was cancelled
  cancelled_by      uuid         references users (id) on delete set null,
  -- The page on which the doctor has the visit open, and the time of its last request. patient_page: the same for the
  -- patient.
  doctor_page       uuid,
  doctor_seen_at    timestamptz,
  patient_page      uuid,
  patient_seen_at   timestamptz,
  check ((consented_at is null) = (consent_version is null)),
  check ((state in ('ended', 'missed', 'cancelled')) = (ended_at is not null)),
  constraint video_visits_of_one check ((case_id is null) <> (time_id is null))
);
create unique index video_visits_open on video_visits (case_id) where ended_at is null;
create index video_visits_case on video_visits (case_id, planned_at);
create index video_visits_closing on video_visits (planned_at) where ended_at is null;
create index video_visits_patient on video_visits (patient_id);
create index on video_visits (planned_by);
create index on video_visits (cancelled_by);

-- The patient of a visit for a case is the patient of the case.
create function name_patient_of_visit() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.patient_id is null then
    select patient_id into new.patient_id from cases where id = new.case_id;
  end if;
  return new;
end $$;
create trigger video_visits_patient before insert on video_visits for each row execute function name_patient_of_visit();

call guard_patient_rows('video_visits');
-- The two participants of a visit: the patient, and either the doctor in charge of the case or the practitioner of the
-- appointment.
create policy own on video_visits for select to app_user using (patient_id::text = (select request_user_id()));
create policy own_changed on video_visits for update to app_user using (patient_id::text = (select request_user_id()));
create function has_video_time(asked uuid) returns boolean language sql stable set search_path = public, pg_temp as $$
  select is_doctor() and exists (
    select from booked_times
    where id = asked and practitioner_id::text = request_user_id() and state in ('booked', 'arrived', 'done', 'no_show')
  )
$$;
create policy staff_reads on video_visits for select to app_staff using (cares_for_case(case_id) or has_video_time(time_id));
create policy staff_changes on video_visits for update to app_staff using (cares_for_case(case_id) or has_video_time(time_id));
create policy staff_plans on video_visits for insert to app_staff
  with check (planned_by::text = (select request_user_id()) and cares_for_case(case_id));
grant select on video_visits to app_user, app_staff;
grant update (state, consent_version, consent_language, consented_at, started_at, ended_at, cancelled_by, patient_page, patient_seen_at)
  on video_visits to app_user;
grant insert on video_visits to app_staff;
grant update (state, started_at, ended_at, cancelled_by, doctor_page, doctor_seen_at) on video_visits to app_staff;

-- Each reminder of a visit is sent once. Reminders of appointments are in appointment_reminders.
create table video_reminders (
  visit_id        uuid         not null references video_visits (id) on delete cascade,
  minutes_before  int          not null,
  sent_at         timestamptz  not null,
  primary key (visit_id, minutes_before)
);
call guard_patient_rows('video_reminders');

-- ── Signals ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Messages that the two pages exchange to connect. They contain network addresses, so a row is deleted once it is read,
-- and at the latest when the visit ends. Unlogged: the rows are neither in the write-ahead log nor on a standby, and a
-- crash empties the table. The pages then connect again.
create unlogged table video_signals (
  place      bigint       primary key generated always as identity,
  visit_id   uuid         not null references video_visits (id) on delete cascade,
  to_side    text         not null check (to_side in ('doctor', 'patient')),
  to_page    uuid         not null,
  from_page  uuid         not null,
  number     int          not null,                                        -- counts the signals of the sending page
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

-- ── Booked times ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Updates the video visit of an appointment time. Plans the visit when the time is booked, and ends it when the time is
-- cancelled, released or missed.
create function follow_time_by_video(asked uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  met record;
begin
  select b.state, lower(b.during) as starts_at, b.updated_at as at, a.patient_id into met
  from booked_times b
  join appointment_offer_times t on t.time_id = b.id
  join appointment_offers o on o.id = t.offer_id
  join appointments a on a.id = o.appointment_id
  where b.id = asked and o.is_video;
  if not found then
    return;
  end if;
  if met.state in ('booked', 'arrived') then
    insert into video_visits as v (id, time_id, patient_id, planned_at, state, created_at)
    values (asked, asked, met.patient_id, met.starts_at, 'planned', met.at)
    on conflict (time_id) do update
      set planned_at = excluded.planned_at, state = 'planned', started_at = null, ended_at = null, cancelled_by = null,
          doctor_page = null, doctor_seen_at = null, patient_page = null, patient_seen_at = null
      where v.planned_at <> excluded.planned_at or v.state in ('cancelled', 'missed');
  elsif met.state in ('cancelled', 'released', 'no_show') then
    update video_visits
    set state = case met.state when 'no_show' then 'missed' else 'cancelled' end, ended_at = met.at
    where time_id = asked and ended_at is null;
    delete from video_signals where visit_id = asked;
  end if;
end $$;

create function time_changed_by_video() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- The patient consented to a visit with the earlier practitioner only.
  if old.practitioner_id <> new.practitioner_id then
    update video_visits
    set doctor_page = null, doctor_seen_at = null, consent_version = null, consent_language = null, consented_at = null
    where time_id = new.id;
    delete from video_signals where visit_id = new.id;
  end if;
  perform follow_time_by_video(new.id);
  return null;
end $$;
create function time_tied_by_video() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform follow_time_by_video(new.time_id);
  return null;
end $$;

create trigger booked_times_video after update of state, during, practitioner_id on booked_times
  for each row execute function time_changed_by_video();
create trigger appointment_offer_times_video after insert on appointment_offer_times
  for each row execute function time_tied_by_video();
-- A person who changes an appointment time may not insert its video visit, and may update few of its columns or none.
-- These functions therefore run with the rights of app_system.
call run_as_system('follow_time_by_video(uuid)');
call run_as_system('time_changed_by_video()');
call run_as_system('time_tied_by_video()');
