-- Offers for an appointment: quotes, payment pages, payments, refunds and reminders.
--
-- Prices of the provider and private notes are only for the team. app_user has no grant on these columns.

create table appointment_offers (
  id                     uuid        primary key,
  appointment_id         uuid        not null references appointments (id) on delete cascade,
  state                  text        not null default 'open'
                         check (state in ('open', 'paid', 'agreed', 'expired', 'withdrawn')), -- agreed: confirmed without a payment
  created_at             timestamptz not null,
  created_by             uuid        references users (id) on delete set null,
  expires_at             timestamptz not null,
  ended_at               timestamptz,                                         -- when the offer expired or was withdrawn
  accepted_at            timestamptz,                                         -- when the patient accepted the quote
  accepted_quote         text        check (accepted_quote ~ '^[0-9a-f]{64}$'), -- SHA-256 of the text of that quote
  accepted_name          text,                                                -- name of the patient in that quote
  provider_id            uuid        references providers (id),
  provider_name          text        not null,
  provider_address       text        not null,
  provider_phone         text        not null,
  provider_registration  text        not null,
  scheduled_at           timestamptz not null,
  timezone               text        not null,                                -- IANA name of the place's time zone
  patient_price_cents    int         not null check (patient_price_cents >= 0), -- 0: a review visit
  currency               text        not null check (currency in ('EUR', 'USD', 'CAD', 'AED', 'GBP')),
  products               text        not null default '',
  public_note            text        not null default '',
  payment_failed_at      timestamptz(3),                                      -- when a payment last failed, or needed an action of the payer
  -- what a quote must state before payment
  quote_number           text        check (quote_number ~ '^D-[0-9]{4}-[0-9]{6,}$'),
  quote_version          int         check (quote_version > 0),
  provider_seller        text        not null default '',
  provider_insurance     text        not null default '',
  vat_permille           int         check (vat_permille between 0 and 300),
  reflection_days        int         not null default 0 check (reflection_days between 0 and 60),
  -- conditions of the clinic's service as the patient agreed to them; the clinic may change them later for others
  deposit_cents          int         check (deposit_cents > 0 and deposit_cents <= patient_price_cents), -- paid online, not refunded after a late cancellation;
                                                                              -- null: the patient pays the whole price online
  free_until_hours       int         not null default 48 check (free_until_hours between 0 and 720), -- hours before the start; until then, cancelling is free
  is_direct              boolean     not null default false,                  -- whether the patient booked the time without the team
  is_video               boolean     not null default false,                  -- takes place by video; the quote names the place
  -- The clinic cannot keep the time of a confirmed appointment, and holds other times for the patient. While
  -- `alternatives_until` is set, the appointment has no time.
  alternatives_until     timestamptz,                                         -- until when the patient may choose
  alternatives_over_at   timestamptz,                                         -- when the team was told that the patient had chosen none in time
  -- only for the team
  provider_price_cents   int         check (provider_price_cents >= 0),
  private_note           text        not null default '',
  check (alternatives_over_at is null or alternatives_until is not null)
);
-- At most one offer per appointment is in force.
create unique index appointment_offers_in_force on appointment_offers (appointment_id) where state in ('open', 'paid', 'agreed');
create index appointment_offers_appointment on appointment_offers (appointment_id, created_at desc);
create index appointment_offers_expiring on appointment_offers (expires_at) where state = 'open';
create index appointment_offers_scheduled on appointment_offers (scheduled_at) where state in ('open', 'paid', 'agreed');
create index on appointment_offers (created_by);
create index appointment_offers_provider on appointment_offers (provider_id, scheduled_at);
create unique index appointment_offers_version on appointment_offers (appointment_id, quote_version);
create index appointment_offers_failed on appointment_offers (payment_failed_at) where state = 'open' and payment_failed_at is not null;
create index appointment_offers_alternatives on appointment_offers (alternatives_until) where alternatives_until is not null and alternatives_over_at is null;

-- The number consists of the appointment's number and the year of its first quote. Versions count from 1. The
-- transaction that adds an offer holds a lock on the appointment, so the versions have no gaps.
create function number_quote() returns trigger
  language plpgsql as $$
begin
  select o.quote_number into new.quote_number
    from appointment_offers o where o.appointment_id = new.appointment_id and o.quote_version = 1;
  select coalesce(max(o.quote_version), 0) + 1 into new.quote_version
    from appointment_offers o where o.appointment_id = new.appointment_id;
  if new.quote_number is null then
    select 'D-' || to_char(new.created_at at time zone 'Europe/Paris', 'YYYY') || '-' || lpad(digits, greatest(6, length(digits)), '0')
      into new.quote_number
      from (select regexp_replace(a.number, '[^0-9]', '', 'g') as digits from appointments a where a.id = new.appointment_id) as one;
  end if;
  return new;
end $$;
create trigger number_quote before insert on appointment_offers for each row execute function number_quote();

-- Administrators can also find an appointment by the provider of its offer in force.
create function provider_words(appointment uuid) returns tsvector
  language sql stable set search_path = public, pg_temp
  return coalesce((select search_vector(o.provider_name) from public.appointment_offers o
                   where o.appointment_id = appointment and o.state in ('open', 'paid', 'agreed')), ''::tsvector);

create function provider_words_follow() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update appointments set provider_search = provider_words(id)
  where id = new.appointment_id and provider_search is distinct from provider_words(id);
  return null;
end $$;
create trigger provider_words_follow after insert or update of state, provider_name on appointment_offers
  for each row execute function provider_words_follow();
-- The role that adds an offer may write only some columns of the appointment, and provider_search is not one of them.
call run_as_system('provider_words_follow()');

-- Column grants say which columns a patient may change. This trigger also limits the values, in case someone reaches the database in the role of a patient.
-- A patient may withdraw an offer, and may clear `alternatives_until`, which ends the choice among the held times. Only the service can mark an offer as paid.
-- Only the clinic can set `alternatives_until`, because a patient who then cancels gets a full refund.
create function guard_offer_from_patient() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.state is distinct from old.state and new.state <> 'withdrawn' then
    raise exception 'a patient cannot make an offer %', new.state using errcode = 'insufficient_privilege';
  end if;
  if new.alternatives_until is distinct from old.alternatives_until and new.alternatives_until is not null then
    raise exception 'a patient cannot say that the clinic offers other times' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger guard_offer_from_patient before update of state, alternatives_until on appointment_offers
  for each row when (current_user = 'app_user') execute function guard_offer_from_patient();

-- Payment pages that were opened. At most one can be paid at a time; a payment on another page is refunded.
create table appointment_pages (
  page_id     text        primary key,                                        -- of the payment provider
  offer_id    uuid        not null references appointment_offers (id) on delete cascade,
  url         text        not null,
  opened_at   timestamptz not null,
  expires_at  timestamptz not null,
  closed_at   timestamptz,
  -- The quote that was accepted when the page was opened. When the patient chooses another time, the acceptance ends at
  -- once, but the provider closes the page a moment later. A payment therefore confirms the offer only if this quote is
  -- still the accepted one.
  accepted_quote  text    not null check (accepted_quote ~ '^[0-9a-f]{64}$')
);
create index appointment_pages_open on appointment_pages (offer_id) where closed_at is null;
create index on appointment_pages (offer_id);

-- Payments for an offer, each with its outcome. A payment that differs from its offer in amount, currency or payer
-- confirms nothing, and waits for the team (mismatch).
create table appointment_payments (
  payment_id         text        primary key,                                 -- of the payment provider
  offer_id           uuid        not null references appointment_offers (id) on delete cascade,
  appointment_id     uuid        not null references appointments (id) on delete cascade,
  outcome            text        not null check (outcome in ('confirmed', 'late', 'twice', 'mismatch')), -- late, twice: the payment is refunded
  amount_cents       int         not null,
  currency           text        not null,
  paid_at            timestamptz(3) not null,
  refunded_cents     int         not null default 0,                          -- as the payment provider reports it
  check (refunded_cents between 0 and amount_cents)
);
create index appointment_payments_appointment on appointment_payments (appointment_id, paid_at desc);
create index on appointment_payments (offer_id);
create index appointment_payments_newest on appointment_payments (paid_at desc, payment_id desc);

-- Refunds that were ordered. A subscriber of the outbox sends each order to the payment provider, and a webhook event
-- of the provider confirms it.
create table appointment_refunds (
  id            uuid        primary key,                                      -- also the idempotency key of the refund at the provider
  payment_id    text        not null references appointment_payments (payment_id) on delete cascade,
  amount_cents  int         not null check (amount_cents > 0),
  reason        text        not null,
  ordered_by    uuid        references users (id) on delete set null,         -- null: the service itself
  ordered_at    timestamptz not null,
  made_at       timestamptz,                                                  -- when the provider accepted the order. Until then, the order counts
                                                                              -- in addition to the refunded amount, and later as part of it
  failed_at     timestamptz,                                                  -- when it failed; a failed order no longer counts and can be repeated
  failure       text
);
create index appointment_refunds_payment on appointment_refunds (payment_id);
create index on appointment_refunds (ordered_by);

-- Returns the sum of a payment's ordered refunds that its refunded amount does not include yet. An order counts from the
-- moment it is placed. The refunded amount does not say which refunds it includes. If someone refunds without an order
-- here, the function mistakes this refund for an accepted order whose webhook event has not arrived. Until it arrives,
-- the result is too low by the amount of that refund. No harm results, because the payment provider refuses a refund
-- that is too high. The list of all payments (domain billing) subtracts this sum, so that administrators do not refund
-- it a second time.
create function ordered_refund_cents(payment text, refunded bigint) returns bigint
  language sql stable set search_path = public, pg_temp
  return (select greatest(0, coalesce(sum(r.amount_cents) filter (where r.made_at is not null), 0) - refunded)
                 + coalesce(sum(r.amount_cents) filter (where r.made_at is null), 0)
          from appointment_refunds r where r.payment_id = payment and r.failed_at is null)::bigint;

-- Reminders that were sent, so that each is sent once.
create table appointment_reminders (
  offer_id      uuid        not null references appointment_offers (id) on delete cascade,
  hours_before  int         not null,
  sent_at       timestamptz not null,
  primary key (offer_id, hours_before)
);

-- The reminders that were sent by SMS. If two processes try to send the same reminder, only the process that adds the
-- row sends it. An appointment that is moved has another time and gets new reminders.
create table appointment_sms_reminders (
  offer_id      uuid         not null references appointment_offers (id) on delete cascade,
  hours_before  int          not null,
  scheduled_at  timestamptz  not null,                                          -- the time that the message names
  message_id    uuid         not null unique,
  sent_at       timestamptz  not null,
  confirmed_at  timestamptz,                                                    -- when the patient answered CONFIRM
  primary key (offer_id, hours_before, scheduled_at)
);

-- ── Who may see what ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────
call guard_patient_rows('appointment_offers');
call guard_patient_rows('appointment_pages');
call guard_patient_rows('appointment_payments');
call guard_patient_rows('appointment_refunds');
call guard_patient_rows('appointment_reminders');
call guard_patient_rows('appointment_sms_reminders');

create policy own_offers on appointment_offers to app_user
  using (appointment_id in (select id from appointments)) with check (appointment_id in (select id from appointments));
create policy own_pages on appointment_pages to app_user
  using (offer_id in (select id from appointment_offers)) with check (offer_id in (select id from appointment_offers));
create policy own_payments on appointment_payments for select to app_user using (appointment_id in (select id from appointments));
-- A patient may move a confirmed appointment. The move deletes the reminders that were sent for the earlier time, so
-- that the patient gets reminders for the new time.
create policy own_reminders on appointment_reminders to app_user
  using (offer_id in (select id from appointment_offers)) with check (offer_id in (select id from appointment_offers));

grant select (id, appointment_id, state, created_at, expires_at, ended_at, accepted_at, accepted_quote, accepted_name, provider_name,
              provider_address, provider_phone, provider_registration, scheduled_at, timezone, patient_price_cents, currency, products, public_note,
              quote_number, quote_version, provider_seller, provider_insurance, vat_permille, reflection_days,
              deposit_cents, free_until_hours, is_direct, is_video, alternatives_until, alternatives_over_at)
  on appointment_offers to app_user;
-- The patient chooses one of the times of an offer, which also ends the alternatives. The quote names the chosen time,
-- so the patient accepts the quote afterwards.
grant update (state, ended_at, accepted_at, accepted_quote, accepted_name, scheduled_at, timezone, alternatives_until, alternatives_over_at)
  on appointment_offers to app_user;
grant select, insert, update (closed_at) on appointment_pages to app_user;
grant select on appointment_payments to app_user;
grant select (offer_id), delete on appointment_reminders to app_user;

-- The policies below allow all staff. The API procedures, however, allow only administrators.
create policy staff_works on appointment_offers to app_staff using (true) with check (true);
create policy staff_reads on appointment_pages for select to app_staff using (true);
create policy staff_reads on appointment_payments for select to app_staff using (true);
create policy staff_clears on appointment_reminders to app_staff using (true) with check (true);
create policy staff_works on appointment_refunds to app_staff using (true) with check (true);
grant select, insert, update on appointment_offers to app_staff;
grant select on appointment_pages, appointment_payments to app_staff;
grant select, insert on appointment_refunds to app_staff;
grant select, delete on appointment_reminders to app_staff;
