-- Requests for appointments, offers, messages and events of appointments, and the list of providers.
--
-- Private fields are the provider's price, the negotiated price and the team's notes. app_user has no grant on these columns, so no query in a patient's
-- transaction can read them.

-- ── Providers ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
create table providers (
  id            uuid        primary key,
  name          text        not null,
  address       text        not null default '',
  phone         text        not null default '',
  registration  text        not null default '',                              -- body and number, for quotes
  is_active     boolean     not null default true,
  created_at    timestamptz not null default now(),
  search        tsvector    not null generated always as (search_vector(name || ' ' || address || ' ' || phone)) stored
);
create index providers_search on providers using gin (search) with (fastupdate = off);
-- An offer that names a provider finds the existing entry, whatever the spelling (case, accents, punctuation) of its name and address.
create unique index providers_name on providers (search_words(name), search_words(address));
grant select, insert, update on providers to app_staff;

-- ── Appointments ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
create sequence appointment_numbers start 1001;

create table appointments (
  id                            uuid        primary key,
  number                        text        not null unique default 'A-' || nextval('appointment_numbers'),
  patient_id                    uuid        not null references users (id) on delete cascade,
  status                        text        not null default 'pending'
                                check (status in ('pending', 'in_progress', 'awaiting_payment', 'confirmed', 'cancelled', 'done')),
  created_at                    timestamptz(3) not null,                      -- milliseconds, as in cursors
  updated_at                    timestamptz not null,
  patient_full_name             text        not null,                         -- as they were when it was asked for
  patient_email                 text        not null,
  patient_phone                 text,
  requested_treatment           text        not null,
  city_current                  text        not null,
  city_target                   text        not null,
  country_current               text        check (country_current ~ '^[A-Z]{2}$'),
  country_target                text        check (country_target ~ '^[A-Z]{2}$'),
  patient_note                  text        not null default '',
  shared_details                text        not null default '',              -- the team's note to the patient
  wish                          text        check (wish in ('reschedule', 'cancel')), -- asked by the patient, not answered yet
  offer_lapsed_at               timestamptz,                                  -- the last offer ended unpaid and nothing has happened since
  calendar_sequence             int         not null default 0,               -- counts up with each change that a calendar must take over
  answer_due_at                 timestamptz,                                  -- when the team should have answered
  -- only for the team
  coordinator_id                uuid        references users (id) on delete set null,
  provider_phone                text,
  admin_private_note            text        not null default '',
  provider_initial_price_cents  int         check (provider_initial_price_cents >= 0),
  negotiated_price_cents        int         check (negotiated_price_cents >= 0),
  search                        tsvector    not null generated always as (
    search_vector(patient_email || ' ' || patient_full_name || ' ' || city_current || ' ' || city_target || ' ' || requested_treatment || ' ' || number)) stored
);
-- Detailed statistics tell the planner which words are frequent. For frequent words, PostgreSQL reads by date. For rare
-- words, it uses the index of words.
alter table appointments alter column search set statistics 1000;
create index appointments_keys on appointments using gin (search_keys(search, created_at)) with (fastupdate = off);
create index appointments_newest on appointments (created_at desc, id desc);
create index appointments_status on appointments (status, created_at desc, id desc);
create index appointments_patient on appointments (patient_id, created_at desc);
create index appointments_coordinator on appointments (coordinator_id, created_at desc, id desc) where coordinator_id is not null;
create index appointments_answer_due on appointments (answer_due_at) where status in ('pending', 'in_progress');

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

-- Countries that patients gave before their first request.
create table appointment_countries (
  user_id          uuid        primary key references users (id) on delete cascade,
  country_current  text        not null check (country_current ~ '^[A-Z]{2}$'),
  country_target   text        not null check (country_target ~ '^[A-Z]{2}$'),
  given_at         timestamptz not null
);

-- ── Offers ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
create table appointment_offers (
  id                     uuid        primary key,
  appointment_id         uuid        not null references appointments (id) on delete cascade,
  state                  text        not null default 'open'
                         check (state in ('open', 'paid', 'agreed', 'expired', 'withdrawn')), -- agreed: confirmed by the team without a payment
  created_at             timestamptz not null,
  created_by             uuid        references users (id) on delete set null,
  expires_at             timestamptz not null,
  ended_at               timestamptz,                                         -- no longer open, or no longer in force
  accepted_at            timestamptz,                                         -- the patient accepted the quote …
  accepted_quote         text        check (accepted_quote ~ '^[0-9a-f]{64}$'), -- … whose words had this SHA-256
  provider_id            uuid        references providers (id),
  provider_name          text        not null,
  provider_address       text        not null,
  provider_phone         text        not null,
  provider_registration  text        not null,
  scheduled_at           timestamptz not null,
  timezone               text        not null,                                -- IANA name: the place's own clock
  patient_price_cents    int         not null check (patient_price_cents > 0),
  currency               text        not null check (currency in ('EUR', 'USD', 'CAD', 'AED', 'GBP')),
  products               text        not null default '',
  public_note            text        not null default '',
  -- only for the team
  provider_price_cents   int         check (provider_price_cents >= 0),
  private_note           text        not null default ''
);
-- At most one offer per appointment is in force.
create unique index appointment_offers_in_force on appointment_offers (appointment_id) where state in ('open', 'paid', 'agreed');
create index appointment_offers_appointment on appointment_offers (appointment_id, created_at desc);
create index appointment_offers_expiring on appointment_offers (expires_at) where state = 'open';
create index appointment_offers_scheduled on appointment_offers (scheduled_at) where state in ('open', 'paid', 'agreed');
create index on appointment_offers (created_by);
create index appointment_offers_provider on appointment_offers (provider_id, scheduled_at);

-- Payment pages that were opened. At most one can be paid at a time; a payment on another page is refunded.
create table appointment_pages (
  page_id     text        primary key,                                        -- of the payment provider
  offer_id    uuid        not null references appointment_offers (id) on delete cascade,
  url         text        not null,
  opened_at   timestamptz not null,
  expires_at  timestamptz not null,
  closed_at   timestamptz
);
create index appointment_pages_open on appointment_pages (offer_id) where closed_at is null;
create index on appointment_pages (offer_id);

-- Payments for an offer, each with its outcome.
create table appointment_payments (
  payment_id         text        primary key,                                 -- of the payment provider
  offer_id           uuid        not null references appointment_offers (id) on delete cascade,
  appointment_id     uuid        not null references appointments (id) on delete cascade,
  outcome            text        not null check (outcome in ('confirmed', 'late', 'twice')), -- the last two are given back
  amount_cents       int         not null,
  currency           text        not null,
  paid_at            timestamptz(3) not null,
  refunded_cents     int         not null default 0,                          -- as the payment provider says
  check (refunded_cents between 0 and amount_cents)
);
create index appointment_payments_appointment on appointment_payments (appointment_id, paid_at desc);
create index on appointment_payments (offer_id);
create index appointment_payments_newest on appointment_payments (paid_at desc, payment_id desc);

-- Refunds that were ordered. The outbox carries them out, and the provider's notice confirms them.
create table appointment_refunds (
  id            uuid        primary key,                                      -- also the key by which the provider does it once
  payment_id    text        not null references appointment_payments (payment_id) on delete cascade,
  amount_cents  int         not null check (amount_cents > 0),
  reason        text        not null,
  ordered_by    uuid        references users (id) on delete set null,         -- null: the service itself
  ordered_at    timestamptz not null
);
create index appointment_refunds_payment on appointment_refunds (payment_id);
create index on appointment_refunds (ordered_by);

-- Reminders that were sent, so that each is sent once.
create table appointment_reminders (
  offer_id      uuid        not null references appointment_offers (id) on delete cascade,
  hours_before  int         not null,
  sent_at       timestamptz not null,
  primary key (offer_id, hours_before)
);

-- ── What was said and done ─────────────────────────────────────────────────────────────────────────────────────────────────────────────
create table appointment_messages (
  id              uuid        primary key,
  appointment_id  uuid        not null references appointments (id) on delete cascade,
  at              timestamptz not null,
  author_id       uuid        references users (id) on delete set null,
  from_team       boolean     not null,
  body            text        not null,
  read_at         timestamptz,                                                -- by the patient
  answered_at     timestamptz                                                 -- the team has answered
);
create index appointment_messages_thread on appointment_messages (appointment_id, at);
create index appointment_messages_unanswered on appointment_messages (appointment_id) where not from_team and answered_at is null;
create index on appointment_messages (author_id);
create index appointment_messages_unread on appointment_messages (appointment_id) where from_team and read_at is null;

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
  change_id       uuid                                                        -- rows of one bulk change, which is undone together
);
create index appointment_events_appointment on appointment_events (appointment_id, id);
create index on appointment_events (actor_id);
create index appointment_events_change on appointment_events (change_id) where change_id is not null;

create table appointment_inbox (
  id              uuid        primary key,
  appointment_id  uuid        not null references appointments (id) on delete cascade,
  kind            text        not null
                  check (kind in ('request', 'question', 'reschedule', 'cancel', 'cancelled', 'paid', 'paid_late', 'offer_expired')),
  created_at      timestamptz(3) not null,
  handled_at      timestamptz(3),
  handled_by      uuid        references users (id) on delete set null
);
create index appointment_inbox_waiting on appointment_inbox (created_at desc, id desc) where handled_at is null;
create index appointment_inbox_handled on appointment_inbox (handled_at desc, id desc) where handled_at is not null;
create index appointment_inbox_appointment on appointment_inbox (appointment_id);
create index on appointment_inbox (handled_by);

create table appointment_views (
  id         uuid        primary key,
  owner_id   uuid        not null references users (id) on delete cascade,
  name       text        not null,
  filter     jsonb       not null,
  is_shared  boolean     not null default false,
  unique (owner_id, name)
);

-- ── Who may see what ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────
call guard_patient_rows('appointments');
call guard_patient_rows('appointment_countries');
call guard_patient_rows('appointment_offers');
call guard_patient_rows('appointment_pages');
call guard_patient_rows('appointment_payments');
call guard_patient_rows('appointment_refunds');
call guard_patient_rows('appointment_reminders');
call guard_patient_rows('appointment_messages');
call guard_patient_rows('appointment_events');
call guard_patient_rows('appointment_inbox');

create policy own_appointments on appointments to app_user
  using (patient_id::text = (select request_user_id())) with check (patient_id::text = (select request_user_id()));
create policy own_countries on appointment_countries to app_user
  using (user_id::text = (select request_user_id())) with check (user_id::text = (select request_user_id()));
create policy own_offers on appointment_offers to app_user
  using (appointment_id in (select id from appointments)) with check (appointment_id in (select id from appointments));
create policy own_pages on appointment_pages to app_user
  using (offer_id in (select id from appointment_offers)) with check (offer_id in (select id from appointment_offers));
create policy own_payments on appointment_payments for select to app_user using (appointment_id in (select id from appointments));
create policy own_messages on appointment_messages to app_user
  using (appointment_id in (select id from appointments)) with check (appointment_id in (select id from appointments));
create policy own_events on appointment_events to app_user
  using (appointment_id in (select id from appointments)) with check (appointment_id in (select id from appointments));
create policy own_inbox on appointment_inbox for insert to app_user with check (appointment_id in (select id from appointments));

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
grant select (id, appointment_id, state, created_at, expires_at, ended_at, accepted_at, accepted_quote, provider_name, provider_address,
              provider_phone, provider_registration, scheduled_at, timezone, patient_price_cents, currency, products, public_note)
  on appointment_offers to app_user;
grant update (state, ended_at, accepted_at, accepted_quote) on appointment_offers to app_user;
grant select, insert, update (closed_at) on appointment_pages to app_user;
grant select on appointment_payments to app_user;
grant select, insert, update (read_at) on appointment_messages to app_user;
grant select (id, appointment_id, at, actor_id, by_patient, kind, to_status) on appointment_events to app_user;
grant insert on appointment_events, appointment_inbox to app_user;

-- The policies below allow all staff. The API procedures, however, allow only administrators.
create policy staff_works on appointments to app_staff using (true) with check (true);
create policy staff_works on appointment_offers to app_staff using (true) with check (true);
create policy staff_reads on appointment_pages for select to app_staff using (true);
create policy staff_reads on appointment_payments for select to app_staff using (true);
create policy staff_clears on appointment_reminders to app_staff using (true) with check (true);
create policy staff_works on appointment_refunds to app_staff using (true) with check (true);
create policy staff_works on appointment_messages to app_staff using (true) with check (true);
create policy staff_works on appointment_events to app_staff using (true) with check (true);
create policy staff_works on appointment_inbox to app_staff using (true) with check (true);
grant select on appointments, appointment_pages, appointment_payments to app_staff;
grant update (status, updated_at, shared_details, wish, offer_lapsed_at, calendar_sequence, answer_due_at, coordinator_id, provider_phone,
              admin_private_note, provider_initial_price_cents, negotiated_price_cents)
  on appointments to app_staff;
grant select, insert, update on appointment_offers to app_staff;
grant select, insert on appointment_refunds, appointment_events to app_staff;
grant select, delete on appointment_reminders to app_staff;
grant select, insert, update on appointment_messages, appointment_inbox to app_staff;
grant select, insert, update, delete on appointment_views to app_staff;
