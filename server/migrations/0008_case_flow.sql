-- What can happen to a case besides its first simulation: photo requests, redos, delays, share links, and access by another doctor.

-- A doctor's request for better photos, with the reason. The delivery time is paused until the patient has sent them.
create table photo_requests (
  id            uuid        primary key default gen_random_uuid(),
  case_id       uuid        not null references cases (id) on delete cascade,
  poses         text[]      not null check (
                  poses <@ array['front', 'right', 'left', 'frown', 'raised_brows', 'smile'] and cardinality(poses) > 0),
  reason        text        not null check (reason in ('blurred', 'too_dark', 'wrong_pose', 'face_covered', 'make_up', 'expression', 'other')),
  note          text        not null,
  requested_by  uuid        references users (id) on delete set null,
  requested_at  timestamptz not null,
  answered_at   timestamptz,
  withdrawn_at  timestamptz
);
create unique index photo_requests_open on photo_requests (case_id) where answered_at is null and withdrawn_at is null;
create index photo_requests_case on photo_requests (case_id, requested_at desc);
create index on photo_requests (requested_by);

-- All staff see in the queue which cases wait for photos. Only those who care for the case see the request and its reason.
create function cases_note_waiting() returns trigger language plpgsql as $$
begin
  update cases set waits_since = (
    select max(requested_at) from photo_requests
    where case_id = new.case_id and answered_at is null and withdrawn_at is null
  ) where id = new.case_id;
  return null;
end $$;
create trigger cases_note_waiting after insert or update on photo_requests for each row execute function cases_note_waiting();

-- A patient's request for another version of the signed simulation (a redo). A case may have as many redos as the
-- patient's subscription plan includes, plus those in case_credits.
create table redo_requests (
  id            uuid        primary key default gen_random_uuid(),
  case_id       uuid        not null references cases (id) on delete cascade,
  wishes        text        not null,
  requested_at  timestamptz not null
);
create index redo_requests_case on redo_requests (case_id, requested_at desc);

-- Extra redos that patients get if their case is not delivered on time: at most one for each due time.
create table case_credits (
  case_id     uuid        not null references cases (id) on delete cascade,
  due_at      timestamptz not null,
  granted_at  timestamptz not null,
  primary key (case_id, due_at)
);

-- The due times that staff were warned about, so that each warning is sent once.
create table due_warnings (
  case_id  uuid        not null references cases (id) on delete cascade,
  due_at   timestamptz not null,
  kind     text        not null check (kind in ('due_soon', 'late')),
  at       timestamptz not null,
  primary key (case_id, due_at, kind)
);

-- Doctors' notes for each other about a case. Patients cannot read the notes, and their export does not contain the
-- notes.
create table case_notes (
  case_id   uuid        primary key references cases (id) on delete cascade,
  version   int         not null check (version > 0),
  body      text        not null,
  saved_by  uuid        references users (id) on delete set null,
  saved_at  timestamptz not null
);
create index on case_notes (saved_by);

-- A link that lets a patient show a signed simulation to someone. Only the hash of the link's secret is stored.
create table share_links (
  id            uuid        primary key default gen_random_uuid(),
  case_id       uuid        not null references cases (id) on delete cascade,
  token_hash    bytea       not null unique,
  label         text        not null,
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  revoked_at    timestamptz,
  views         int         not null default 0,
  last_seen_at  timestamptz
);
create index share_links_case on share_links (case_id, created_at desc);

-- The emergency accesses: a doctor states a reason and gets access to another doctor's case, for at most one hour. The
-- database measures this hour with its own clock (recorded_at), so that a service with a wrong clock cannot prolong the
-- access. expires_at is the time that people see.
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
create index on case_openings (opened_by);
create index on case_openings (ended_by);

-- A request to reopen a case that another doctor signed. An administrator and a doctor must agree: one of them requests
-- the reopening, and the other one answers.
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
create index on case_reopenings (asked_by);
create index on case_reopenings (answered_by);

-- ── Who cares for a case ───────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- The cases that the doctor of this transaction cares for:
-- - cases that the doctor has taken or that are assigned to the doctor
-- - open cases that no doctor has taken and that are assigned to nobody
-- - cases to which the doctor got emergency access within the last hour
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

-- ── Who may see what ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────
call guard_patient_rows('photo_requests');
call guard_patient_rows('redo_requests');
call guard_patient_rows('case_credits');
call guard_patient_rows('due_warnings');
call guard_patient_rows('case_notes');
call guard_patient_rows('share_links');
call guard_patient_rows('case_openings');
call guard_patient_rows('case_reopenings');

create policy own_requests on photo_requests for select to app_user using (case_id in (select id from cases));
create policy own_redos on redo_requests for select to app_user using (case_id in (select id from cases));
create policy own_credits on case_credits for select to app_user using (case_id in (select id from cases));
create policy own_links on share_links for select to app_user using (case_id in (select id from cases));
create policy own_links_made on share_links for insert to app_user with check (case_id in (select id from cases));
create policy own_links_ended on share_links for update to app_user using (case_id in (select id from cases));
grant select on photo_requests, redo_requests, case_credits, share_links to app_user;
grant insert on share_links to app_user;
grant update (revoked_at) on share_links to app_user;

create policy staff_reads on photo_requests for select to app_staff using (cares_for_case(case_id));
create policy staff_asks on photo_requests for insert to app_staff
  with check (requested_by::text = (select request_user_id()) and cares_for_case(case_id));
create policy staff_withdraws on photo_requests for update to app_staff
  using (answered_at is null and cares_for_case(case_id)) with check (true);
grant select, insert on photo_requests to app_staff;
grant update (withdrawn_at) on photo_requests to app_staff;
create policy staff_reads on redo_requests for select to app_staff using (cares_for_case(case_id));
create policy staff_reads on case_credits for select to app_staff using (cares_for_case(case_id));
grant select on redo_requests, case_credits to app_staff;
create policy staff_reads on case_notes for select to app_staff using (cares_for_case(case_id));
create policy staff_writes on case_notes for insert to app_staff
  with check (saved_by::text = (select request_user_id()) and cares_for_case(case_id));
create policy staff_rewrites on case_notes for update to app_staff
  using (cares_for_case(case_id)) with check (saved_by::text = (select request_user_id()));
grant select, insert on case_notes to app_staff;
grant update (version, body, saved_by, saved_at) on case_notes to app_staff;

create policy own_opening on case_openings for insert to app_staff
  with check (opened_by::text = (select request_user_id()) and (select is_doctor()));
-- These policies cannot use cares_for_case(), because that function reads this table.
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

-- The person who answers a request must be able to read its reason. An administrator answers a doctor's request, and a doctor answers an
-- administrator's request. Each request is answered once.
create policy team_reads on case_reopenings for select to app_staff using ((select is_doctor()) or (select is_administrator()));
create policy team_asks on case_reopenings for insert to app_staff with check (
  asked_by::text = (select request_user_id()) and answered_at is null
  and case asked_as when 'admin' then (select is_administrator()) else (select is_doctor()) end);
grant select on case_reopenings to app_staff;
grant insert (case_id, asked_by, asked_as, note, asked_at, expires_at) on case_reopenings to app_staff;
