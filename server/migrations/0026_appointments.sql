-- Requests for appointments, with their messages and events. Offers and payments are in 0027_offers.sql, the team's
-- inbox is in 0028_inbox.sql.
--
-- Private fields are the provider's price, the negotiated price and the team's notes. app_user has no grant on these columns, so no query in a patient's
-- transaction can read them.

create sequence appointment_numbers start 1001;

create table appointments (
  id                            uuid        primary key,
  number                        text        not null unique default 'A-' || nextval('appointment_numbers'),
  patient_id                    uuid        not null references users (id) on delete cascade,
  status                        text        not null default 'pending'
                                check (status in ('pending', 'in_progress', 'awaiting_payment', 'confirmed', 'cancelled', 'done')),
  created_at                    timestamptz(3) not null,                      -- to the millisecond, as in cursors
  updated_at                    timestamptz not null,
  patient_full_name             text        not null,                         -- follows the account while no quote is accepted; email and phone until the appointment is over
  patient_email                 text        not null,
  patient_phone                 text,
  requested_treatment           text        not null,
  city_current                  text        not null,
  city_target                   text        not null,
  country_current               text        check (country_current ~ '^[A-Z]{2}$'),
  country_target                text        check (country_target ~ '^[A-Z]{2}$'),
  patient_note                  text        not null default '',
  shared_details                text        not null default '',              -- the team's note to the patient
  wish                          text        check (wish in ('reschedule', 'cancel')), -- the patient's open request: another date, or a cancellation
  offer_lapsed_at               timestamptz,                                  -- when the last offer lapsed; the next change of the status clears it
  calendar_sequence             int         not null default 0,               -- increases with each change that calendars must show
  answer_due_at                 timestamptz,                                  -- until when the team should answer
  -- only for the team
  coordinator_id                uuid        references users (id) on delete set null,
  provider_phone                text,
  admin_private_note            text        not null default '',
  provider_initial_price_cents  int         check (provider_initial_price_cents >= 0),
  negotiated_price_cents        int         check (negotiated_price_cents >= 0),
  search                        tsvector    not null generated always as (
    search_vector(patient_email || ' ' || patient_full_name || ' ' || city_current || ' ' || city_target || ' ' || requested_treatment || ' ' || number)) stored,
  provider_search               tsvector    not null default ''               -- words of the provider; kept by provider_words_follow()
);
-- Detailed statistics tell the planner which words are frequent. For frequent words, PostgreSQL reads by date. For rare
-- words, it uses the index of words.
alter table appointments alter column search set statistics 1000;
create index appointments_keys on appointments using gin (search_keys(search, created_at)) with (fastupdate = off);
create index appointments_words on appointments using gin (search_keys(search || provider_search, created_at)) with (fastupdate = off);
create index appointments_newest on appointments (created_at desc, id desc);
create index appointments_status on appointments (status, created_at desc, id desc);
create index appointments_patient on appointments (patient_id, created_at desc);
create index appointments_coordinator on appointments (coordinator_id, created_at desc, id desc) where coordinator_id is not null;
create index appointments_answer_due on appointments (answer_due_at) where status in ('pending', 'in_progress');
create index appointments_due on appointments (created_at desc, id desc) where status in ('pending', 'in_progress') and answer_due_at is not null;
create index appointments_country on appointments (country_target, created_at desc, id desc);

-- The number of appointments per status is the sum of all recorded changes. Writers only add rows, so they never wait
-- for each other. A job merges the rows.
create table appointment_tallies (
  id      bigint  primary key generated always as identity,
  status  text    not null,
  change  bigint  not null
);
revoke update on appointment_tallies from flaira_app, app_system;
grant select on appointment_tallies to app_staff;

create function appointment_tally() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into appointment_tallies (status, change) select status, count(*) from after_rows group by status;
  elsif tg_op = 'DELETE' then
    insert into appointment_tallies (status, change) select status, -count(*) from before_rows group by status;
  else
    insert into appointment_tallies (status, change)
    select status, sum(change) from (
      select status, 1 as change from after_rows union all select status, -1 from before_rows
    ) moved group by status having sum(change) <> 0;
  end if;
  return null;
end $$;
create trigger tally_insert after insert on appointments referencing new table as after_rows
  for each statement execute function appointment_tally();
create trigger tally_delete after delete on appointments referencing old table as before_rows
  for each statement execute function appointment_tally();
create trigger tally_update after update on appointments referencing old table as before_rows new table as after_rows
  for each statement execute function appointment_tally();
revoke execute on function appointment_tally() from public;

-- Countries that patients gave before their first request.
create table appointment_countries (
  user_id          uuid        primary key references users (id) on delete cascade,
  country_current  text        not null check (country_current ~ '^[A-Z]{2}$'),
  country_target   text        not null check (country_target ~ '^[A-Z]{2}$'),
  given_at         timestamptz not null
);

-- ── What was said and done ─────────────────────────────────────────────────────────────────────────────────────────────────────────────
create table appointment_messages (
  id              uuid        primary key,
  appointment_id  uuid        not null references appointments (id) on delete cascade,
  at              timestamptz not null,
  author_id       uuid        references users (id) on delete set null,
  from_team       boolean     not null,
  body            text        not null,
  read_at         timestamptz,                                                -- when the patient read it
  answered_at     timestamptz                                                 -- when the team answered it
);
create index appointment_messages_thread on appointment_messages (appointment_id, at);
create index appointment_messages_unanswered on appointment_messages (appointment_id) where not from_team and answered_at is null;
create index on appointment_messages (author_id);
create index appointment_messages_unread on appointment_messages (appointment_id) where from_team and read_at is null;
create index appointment_messages_waiting on appointment_messages (at) where from_team and read_at is null;

-- The timeline of an appointment. A row is never changed.
create table appointment_events (
  id              bigint      primary key generated always as identity,
  appointment_id  uuid        not null references appointments (id) on delete cascade,
  at              timestamptz not null,
  actor_id        uuid        references users (id) on delete set null,       -- null: the service itself
  by_patient      boolean     not null default false,
  kind            text        not null,
  from_status     text,
  to_status       text,
  reason          text        not null default '',
  details         jsonb       not null default '{}',
  change_id       uuid                                                        -- the bulk change to which the row belongs; it is undone as a whole
);
create index appointment_events_appointment on appointment_events (appointment_id, id);
create index on appointment_events (actor_id);
create index appointment_events_change on appointment_events (change_id) where change_id is not null;

-- ── Who may see what ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────
call guard_patient_rows('appointments');
call guard_patient_rows('appointment_countries');
call guard_patient_rows('appointment_messages');
call guard_patient_rows('appointment_events');

create policy own_appointments on appointments to app_user
  using (patient_id::text = (select request_user_id())) with check (patient_id::text = (select request_user_id()));
create policy own_countries on appointment_countries to app_user
  using (user_id::text = (select request_user_id())) with check (user_id::text = (select request_user_id()));
create policy own_messages on appointment_messages to app_user
  using (appointment_id in (select id from appointments)) with check (appointment_id in (select id from appointments));
create policy own_events on appointment_events to app_user
  using (appointment_id in (select id from appointments)) with check (appointment_id in (select id from appointments));

grant select (id, number, patient_id, status, created_at, updated_at, patient_full_name, patient_email, patient_phone, requested_treatment,
              city_current, city_target, country_current, country_target, patient_note, shared_details, wish, offer_lapsed_at,
              calendar_sequence, answer_due_at)
  on appointments to app_user;
grant insert (id, patient_id, status, created_at, updated_at, patient_full_name, patient_email, patient_phone, requested_treatment,
              city_current, city_target, country_current, country_target, patient_note, answer_due_at)
  on appointments to app_user;
grant update (status, updated_at, country_current, country_target, wish, offer_lapsed_at, calendar_sequence, answer_due_at)
  on appointments to app_user;
grant select, insert, update, delete on appointment_countries to app_user;
grant select, insert, update (read_at) on appointment_messages to app_user;
grant select (id, appointment_id, at, actor_id, by_patient, kind, to_status) on appointment_events to app_user;
grant insert on appointment_events to app_user;

-- The policies below allow all staff. The API procedures, however, allow only administrators.
create policy staff_works on appointments to app_staff using (true) with check (true);
create policy staff_works on appointment_messages to app_staff using (true) with check (true);
create policy staff_works on appointment_events to app_staff using (true) with check (true);
grant select on appointments to app_staff;
grant update (status, updated_at, shared_details, wish, offer_lapsed_at, calendar_sequence, answer_due_at, coordinator_id, provider_phone,
              admin_private_note, provider_initial_price_cents, negotiated_price_cents)
  on appointments to app_staff;
grant select, insert, update on appointment_messages to app_staff;
grant select, insert on appointment_events to app_staff;
