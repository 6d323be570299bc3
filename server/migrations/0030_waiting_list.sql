-- The waiting list: the patients who wait for a free appointment time, and the times that were held for them.

create table appointment_waits (
  id               uuid        primary key,
  patient_id       uuid        not null references users (id) on delete cascade,
  service_id       uuid        not null references clinic_services (id) on delete cascade,
  -- Null: any practitioner of the service. Before the account of a practitioner is erased, the waits for this person
  -- end.
  practitioner_id  uuid        references users (id) on delete cascade,
  site_id          uuid        references clinic_sites (id) on delete cascade, -- null: any site of the clinic
  first_day        date        not null,                                      -- in the time zone of the site, as is last_day
  last_day         date        not null,
  part             text        not null check (part in ('any', 'morning', 'afternoon', 'evening')), -- of the day, in the time zone of the site
  zone             text        not null,                                      -- IANA name; the time until an offer ends does not run at night in this time zone
  in_line_since    timestamptz not null,                                      -- determines the place in the line
  lapses           int         not null default 0 check (lapses >= 0),        -- offers that expired without an answer since in_line_since
  paused_at        timestamptz,                                               -- no time is offered until the patient resumes the wait
  unavailable_since timestamptz,                                              -- since when nobody offers what the patient waits for
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  ended_at         timestamptz,
  ended_as         text        check (ended_as in ('patient', 'team', 'taken', 'over', 'practitioner')),
  check (last_day >= first_day),
  check ((ended_at is null) = (ended_as is null))
);
create unique index appointment_waits_open on appointment_waits (patient_id, service_id) where ended_at is null;
create index appointment_waits_line on appointment_waits (service_id, in_line_since);
create index appointment_waits_patient on appointment_waits (patient_id);
create index appointment_waits_practitioner on appointment_waits (practitioner_id);
create index appointment_waits_site on appointment_waits (site_id);

-- A time that is held for a waiting patient. No patient is offered the same time twice.
create table appointment_wait_offers (
  patient_id       uuid        not null references users (id) on delete cascade,
  practitioner_id  uuid        references users (id) on delete set null,      -- null: the account was deleted
  starts_at        timestamptz not null,
  wait_id          uuid        not null references appointment_waits (id) on delete cascade,
  offer_id         uuid        primary key references appointment_offers (id) on delete cascade,
  offered_at       timestamptz not null,
  until            timestamptz not null,
  -- When the patient was notified. Null: not yet; at night, the message waits for the morning.
  told_at          timestamptz,
  outcome          text        check (outcome in ('taken', 'lapsed', 'declined'))
);
create unique index appointment_wait_offers_once on appointment_wait_offers (patient_id, practitioner_id, starts_at);
create unique index appointment_wait_offers_running on appointment_wait_offers (wait_id) where outcome is null;
create index appointment_wait_offers_wait on appointment_wait_offers (wait_id);
create index appointment_wait_offers_practitioner on appointment_wait_offers (practitioner_id);

call guard_patient_rows('appointment_waits');
call guard_patient_rows('appointment_wait_offers');
-- Only the service writes a patient's place in the waiting list.
create policy own_waits on appointment_waits for select to app_user using (patient_id::text = (select request_user_id()));
create policy own_wait_offers on appointment_wait_offers for select to app_user using (patient_id::text = (select request_user_id()));
create policy administrators_work on appointment_waits to app_staff using ((select is_administrator())) with check ((select is_administrator()));
create policy administrators_read on appointment_wait_offers for select to app_staff using ((select is_administrator()));
grant select on appointment_waits to app_user;
grant select (patient_id, wait_id, offer_id, outcome) on appointment_wait_offers to app_user;
grant select, update (ended_at, ended_as, updated_at) on appointment_waits to app_staff;
grant select on appointment_wait_offers to app_staff;

-- ── Times that became free ─────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Times that became free, until the service has offered them to all patients on the waiting list. A trigger on
-- booked_times adds the rows, because times become free in many ways: an offer runs out, an appointment is cancelled, a
-- visit moves.
create table freed_times (
  id               bigint      primary key generated always as identity,
  time_id          uuid        not null,                                      -- the row of booked_times that held this range
  site_id          uuid        not null references clinic_sites (id) on delete cascade,
  practitioner_id  uuid        not null references users (id) on delete cascade,
  during           tstzrange   not null,
  freed_at         timestamptz not null
);
create index freed_times_site on freed_times (site_id);
create index freed_times_practitioner on freed_times (practitioner_id);
call guard_patient_rows('freed_times');

create function note_freed_time() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into freed_times (time_id, site_id, practitioner_id, during, freed_at)
    values (old.id, old.site_id, old.practitioner_id, old.during, new.updated_at);
  -- The event starts the job of the waiting list after the commit.
  perform outbox_add('bookings.timeFreed', jsonb_build_object('time_id', old.id), null);
  return null;
end $$;
-- If the patient of a visit did not come, no time becomes free, because the time of the visit is over.
create trigger note_freed after update on booked_times for each row
  when (old.state in ('held', 'booked')
        and (new.state in ('released', 'cancelled')
             or (new.state in ('held', 'booked')
                 and (old.during, old.practitioner_id, old.site_id) is distinct from (new.during, new.practitioner_id, new.site_id))))
  execute function note_freed_time();
-- Changes by patients and staff fire this trigger, but patients and staff have no access to freed_times.
call run_as_system('note_freed_time()');
