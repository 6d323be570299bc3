-- The team's inbox, which is a queue of next actions, with saved views and texts that the team often sends.

create table appointment_inbox (
  id              uuid        primary key,
  -- Null if the entry is about a difference in the books, or about a payment that waits for a decision and whose
  -- appointment was erased.
  appointment_id  uuid        references appointments (id) on delete cascade,
  difference_id   uuid        references ledger_differences (id) on delete cascade,
  -- The payment about which the team must decide. A refund of this payment closes the entry.
  payment_id      text,
  refund_id       text,                                                       -- only for refund_failed: our order, or the provider's id of the refund
  dispute_id      text        references payment_disputes (id) on delete set null,
  -- refund_undecided: a paid appointment was cancelled without a decision about the refund.
  kind            text        not null check (kind in (
                    'request', 'question', 'reschedule', 'cancel', 'cancelled', 'paid', 'paid_late', 'payment_mismatch', 'payment_disputed',
                    'payment_failed', 'refund_failed', 'refund_undecided', 'offer_expiring', 'offer_expired', 'balance_differs', 'message_unread',
                    'alternatives_over', 'practitioner_unable')),
  created_at      timestamptz(3) not null,
  due_at          timestamptz,                                                -- until when the team should act; for a dispute, the deadline for the evidence
  snoozed_until   timestamptz(3),
  -- Each entry copies the coordinator of its appointment, so that an index finds a coordinator's entries in order. If an
  -- entry belongs to no appointment, its coordinator is the administrator who handles it.
  coordinator_id  uuid        references users (id) on delete set null,
  handled_at      timestamptz(3),
  handled_by      uuid        references users (id) on delete set null,
  practitioner_id uuid        references users (id) on delete set null,       -- only for practitioner_unable
  constraint appointment_inbox_about check (
    case when appointment_id is null then num_nonnulls(difference_id, payment_id) = 1 else difference_id is null end)
);
create index appointment_inbox_waiting on appointment_inbox (created_at desc, id desc) where handled_at is null;
create index appointment_inbox_handled on appointment_inbox (handled_at desc, id desc) where handled_at is not null;
create index appointment_inbox_appointment on appointment_inbox (appointment_id);
create index appointment_inbox_difference on appointment_inbox (difference_id);
create index appointment_inbox_payment on appointment_inbox (payment_id);
create index appointment_inbox_dispute on appointment_inbox (dispute_id);
create index appointment_inbox_coordinator on appointment_inbox (coordinator_id);
create index on appointment_inbox (handled_by);
create index on appointment_inbox (practitioner_id);
-- The order of the list: entries with a deadline first, then the entries that have waited longest. The indexes sort by
-- one time: the deadline minus a thousand years, or else the time of creation. Every deadline then comes before every
-- time of creation.
create index appointment_inbox_order on appointment_inbox
  ((coalesce((due_at at time zone 'UTC' - interval '1000 years') at time zone 'UTC', created_at)), id) where handled_at is null;
create index appointment_inbox_assigned on appointment_inbox
  (coordinator_id, (coalesce((due_at at time zone 'UTC' - interval '1000 years') at time zone 'UTC', created_at)), id) where handled_at is null;
create index appointment_inbox_snoozed on appointment_inbox
  ((coalesce((due_at at time zone 'UTC' - interval '1000 years') at time zone 'UTC', created_at)), id)
  where handled_at is null and snoozed_until is not null;

call guard_patient_rows('appointment_inbox');
create policy own_inbox on appointment_inbox for insert to app_user with check (appointment_id in (select id from appointments));
grant insert on appointment_inbox to app_user;
-- This policy allows all staff. The API procedures, however, allow only administrators.
create policy staff_works on appointment_inbox to app_staff using (true) with check (true);
grant select, insert, update on appointment_inbox to app_staff;

-- ── What closes an entry ───────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- An entry closes when its cause ends. These are triggers, because a patient's change also closes entries, and patients
-- may not change entries.

-- Returns whether an appointment with this status and change request (`wish`) still needs the action that the inbox
-- entry asks for. Null: a change of the appointment never closes an entry of this kind.
create function inbox_cause_holds(kind text, status text, wish text) returns boolean
  language sql immutable as $$
    select case when kind in ('request', 'offer_expired') then status in ('pending', 'in_progress')
                when kind in ('offer_expiring', 'payment_failed') then status = 'awaiting_payment'
                when kind = 'message_unread' then status not in ('cancelled', 'done')
                when kind = 'alternatives_over' then status = 'confirmed'
                when kind = 'practitioner_unable' then status in ('awaiting_payment', 'confirmed')
                when kind in ('reschedule', 'cancel') then kind is not distinct from wish
           end
  $$;

create function inbox_has_unread(appointment uuid) returns boolean
  language sql stable as $$
    select exists (select from appointment_messages where appointment_id = appointment and from_team and read_at is null)
  $$;

-- Undoing a change reopens exactly the entries that the change had closed.
create function inbox_follow_appointment() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update appointment_inbox set handled_at = new.updated_at
  where appointment_id = new.id and handled_at is null and not inbox_cause_holds(kind, new.status, new.wish);
  if new.status <> old.status and old.status in ('confirmed', 'cancelled', 'done') then
    update appointment_inbox set handled_at = null
    where appointment_id = new.id and handled_by is null and handled_at = old.updated_at and inbox_cause_holds(kind, new.status, new.wish)
      and (kind <> 'message_unread' or inbox_has_unread(new.id));
  end if;
  update appointment_inbox set due_at = new.answer_due_at
  where appointment_id = new.id and handled_at is null and kind = 'request' and due_at is distinct from new.answer_due_at;
  return null;
end $$;
create trigger inbox_follows after update of status, wish, answer_due_at on appointments for each row execute function inbox_follow_appointment();

-- Reading the message closes the entry.
create function inbox_follow_reading() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update appointment_inbox set handled_at = new.read_at
  where appointment_id = new.appointment_id and kind = 'message_unread' and handled_at is null and not inbox_has_unread(new.appointment_id);
  return null;
end $$;
create trigger inbox_follows_reading after update of read_at on appointment_messages
  for each row when (old.read_at is null and new.read_at is not null) execute function inbox_follow_reading();

create function inbox_take_coordinator() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.appointment_id is not null then
    new.coordinator_id := (select coordinator_id from appointments where id = new.appointment_id);
  end if;
  return new;
end $$;

create function inbox_follow_coordinator() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update appointment_inbox set coordinator_id = new.coordinator_id where appointment_id = new.id;
  return null;
end $$;
create trigger takes_coordinator before insert on appointment_inbox for each row execute function inbox_take_coordinator();
create trigger inbox_follows_coordinator after update of coordinator_id on appointments
  for each row when (old.coordinator_id is distinct from new.coordinator_id) execute function inbox_follow_coordinator();

-- When the books of a year are deleted with their payments, the entries that belong only to such a payment are deleted
-- too.
create function inbox_follow_payment() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from appointment_inbox where appointment_id is null and payment_id = old.id;
  return null;
end $$;
create trigger inbox_follows_payment after delete on payments for each row execute function inbox_follow_payment();

-- A patient's actions also run these triggers. Patients may add entries, but may not change entries or read the
-- coordinator of an appointment.
call run_as_system('inbox_follow_appointment()');
call run_as_system('inbox_follow_reading()');
call run_as_system('inbox_take_coordinator()');
call run_as_system('inbox_follow_coordinator()');
call run_as_system('inbox_follow_payment()');

-- ── Saved views ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Views of the list of appointments and of the inbox. A stored filter contains no search words: these are usually the
-- name of a patient, and a view outlives the patient's account.
create table appointment_views (
  id         uuid        primary key,
  owner_id   uuid        not null references users (id) on delete cascade,
  name       text        not null,
  place      text        not null default 'list' check (place in ('list', 'inbox')),
  filter     jsonb       not null,
  is_shared  boolean     not null default false,
  unique (owner_id, name)
);
grant select, insert, update, delete on appointment_views to app_staff;

-- Each person can have one default view for the inbox and one for the list.
create table appointment_default_views (
  user_id    uuid        not null references users (id) on delete cascade,
  place      text        not null check (place in ('list', 'inbox')),
  view_id    uuid        not null references appointment_views (id) on delete cascade,
  primary key (user_id, place)
);
create index appointment_default_views_view on appointment_default_views (view_id);
grant select, insert, update, delete on appointment_default_views to app_staff;

-- ── Texts ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Texts in English and French that the team often sends to patients.
create table appointment_macros (
  id           uuid            primary key,
  name         text            not null check (char_length(name) between 1 and 60),
  text_en      text            not null check (char_length(text_en) between 1 and 1500),
  text_fr      text            not null check (char_length(text_fr) between 1 and 1500),
  version      int             not null default 1 check (version > 0),       -- increases with each change
  created_at   timestamptz(3)  not null,
  updated_at   timestamptz(3)  not null,
  archived_at  timestamptz(3)                                                -- since when it is no longer offered
);
create unique index appointment_macros_name on appointment_macros (lower(name)) where archived_at is null;

alter table appointment_macros enable row level security;
create policy system_sees_all on appointment_macros to app_system using (true) with check (true);
create policy administrators_work on appointment_macros to app_staff
  using ((select is_administrator())) with check ((select is_administrator()));
grant select, insert, update (name, text_en, text_fr, version, updated_at, archived_at) on appointment_macros to app_staff;
