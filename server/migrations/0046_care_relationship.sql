-- expands
-- Who may see a case: the doctor in charge, any doctor while nobody is, and for an hour whoever opened it with a reason.

-- A doctor opened a case that is not theirs. The database counts the hour by its own clock (recorded_at), so that a service whose clock is wrong lets
-- nobody stay longer; expires_at is what people are shown.
create table case_openings (
  id           uuid        primary key default gen_random_uuid(),
  case_id      uuid        not null references cases (id) on delete cascade,
  opened_by    uuid        references users (id) on delete set null,
  reason       text        not null check (reason in ('covering', 'emergency', 'second_opinion', 'patient_asked', 'quality_review', 'other')),
  note         text        not null check (length(note) >= 10),
  opened_at    timestamptz not null,
  expires_at   timestamptz not null check (expires_at > opened_at and expires_at <= opened_at + interval '60 minutes'),
  ended_at     timestamptz,
  ended_by     uuid        references users (id) on delete set null,
  recorded_at  timestamptz not null default now()
);
create index case_openings_case on case_openings (case_id, opened_at desc);
create index case_openings_doctor on case_openings (opened_by, case_id) where ended_at is null;

-- Somebody asks to reopen a case that another doctor signed. An administrator and a doctor must want it: one asks, the other agrees.
create table case_reopenings (
  id           uuid        primary key default gen_random_uuid(),
  case_id      uuid        not null references cases (id) on delete cascade,
  asked_by     uuid        references users (id) on delete set null,
  asked_as     text        not null check (asked_as in ('practitioner', 'admin')),
  note         text        not null check (length(note) >= 10),
  asked_at     timestamptz not null,
  expires_at   timestamptz not null check (expires_at > asked_at),
  answered_at  timestamptz,
  answered_by  uuid        references users (id) on delete set null,
  is_agreed    boolean,
  check (answered_by <> asked_by),
  check ((answered_at is null) = (is_agreed is null))
);
create index case_reopenings_case on case_reopenings (case_id, asked_at desc);
create index case_reopenings_open on case_reopenings (expires_at) where answered_at is null;

-- The queue says which cases wait for photos; what was asked for and why belongs to those who care for the case.
alter table cases add column waits_since timestamptz;
set local role app_system;
update cases c set waits_since = r.requested_at
  from photo_requests r where r.case_id = c.id and r.answered_at is null and r.withdrawn_at is null;
reset role;

create function cases_note_waiting() returns trigger language plpgsql as $$
begin
  update cases set waits_since = (
    select max(requested_at) from photo_requests
    where case_id = new.case_id and answered_at is null and withdrawn_at is null
  ) where id = new.case_id;
  return null;
end $$;
create trigger cases_note_waiting after insert or update on photo_requests for each row execute function cases_note_waiting();
grant update (waits_since) on cases to app_staff;

-- ── Who asks, for policies ─────────────────────────────────────────────────────────────────────────────────────────────────────────────
create function is_doctor() returns boolean language sql stable as $$
  select exists (select from practitioners where user_id::text = request_user_id() and verified_at is not null)
$$;
create function is_administrator() returns boolean language sql stable as $$
  select exists (select from users where id::text = request_user_id() and role = 'admin')
$$;

-- The cases that the doctor who asks cares for. Administrators care for none.
create function my_cases() returns setof cases language sql stable as $$
  select c.* from cases c
  where c.status <> 'withdrawn' and is_doctor() and (
    coalesce(c.practitioner_id, c.assigned_to)::text = request_user_id()
    or (c.status in ('received', 'in_review') and c.practitioner_id is null and c.assigned_to is null)
    or exists (
      select from case_openings o
      where o.case_id = c.id and o.opened_by::text = request_user_id()
        and o.ended_at is null and o.recorded_at > now() - interval '60 minutes'
    )
  )
$$;
create function cares_for_case(asked uuid) returns boolean language sql stable as $$
  select exists (select from my_cases() where id = asked)
$$;
create function cares_for_patient(asked uuid) returns boolean language sql stable as $$
  select exists (select from my_cases() where patient_id = asked)
$$;

-- ── The new tables ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
call guard_patient_rows('case_openings');
call guard_patient_rows('case_reopenings');

create policy own_opening on case_openings for insert to app_staff
  with check (opened_by::text = (select request_user_id()) and (select is_doctor()));
-- Not by cares_for_case(), which asks this table.
create policy opener_and_doctor_in_charge on case_openings for select to app_staff using (
  opened_by::text = (select request_user_id())
  or exists (select from cases c where c.id = case_id and coalesce(c.practitioner_id, c.assigned_to)::text = request_user_id()));
create policy opener_and_doctor_in_charge_end on case_openings for update to app_staff
  using (ended_at is null and (
    opened_by::text = (select request_user_id())
    or exists (select from cases c where c.id = case_id and coalesce(c.practitioner_id, c.assigned_to)::text = request_user_id())))
  with check (ended_by::text = (select request_user_id()));
grant select on case_openings to app_staff;
grant insert (case_id, opened_by, reason, note, opened_at, expires_at) on case_openings to app_staff;
grant update (ended_at, ended_by) on case_openings to app_staff;

-- Whoever is to agree must read why. An answer is given by the other kind of person, once.
create policy team_reads on case_reopenings for select to app_staff using ((select is_doctor()) or (select is_administrator()));
create policy team_asks on case_reopenings for insert to app_staff with check (
  asked_by::text = (select request_user_id()) and answered_at is null
  and case asked_as when 'admin' then (select is_administrator()) else (select is_doctor()) end);
grant select on case_reopenings to app_staff;
grant insert (case_id, asked_by, asked_as, note, asked_at, expires_at) on case_reopenings to app_staff;

alter table case_events drop constraint case_events_kind_check;
alter table case_events add constraint case_events_kind_check check (kind in (
  'received', 'taken', 'released', 'taken_over', 'handed_over', 'assigned', 'rendered', 'published', 'withdrawn',
  'photos_requested', 'photos_request_withdrawn', 'photos_received', 'redo_requested', 'reopened', 'due_soon', 'late', 'opened'));
