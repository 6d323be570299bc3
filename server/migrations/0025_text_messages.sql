-- Text messages (SMS): confirmed phone numbers, the state of each message, and numbers that replied STOP. Texts are not stored in these tables, except in
-- sms_mailbox.

-- A person confirms a number with a code that the service sends to it. From then on, the service sends messages to the
-- number. It stops and sets the number to null when the person declines further messages, or when another account
-- confirms the same number.
create table sms_numbers (
  user_id       uuid         primary key references users (id) on delete cascade,
  number        text         check (number ~ '^\+[1-9][0-9]{6,14}$'),           -- E.164
  zone          text         not null,                                          -- IANA name; reminders wait at night
  code_hash     bytea        check (length(code_hash) = 32),                    -- HMAC of the code that was sent; null: no code is open
  code_ends_at  timestamptz,
  code_tries    int          not null default 0,
  agreed_at     timestamptz,                                                    -- when the person entered the code
  ended_at      timestamptz,
  ended_by      text         check (ended_by in ('person', 'reply', 'other_account')),
  check ((code_hash is null) = (code_ends_at is null)),
  check ((ended_at is null) = (ended_by is null)),
  check (number is not null or ended_at is not null)
);
-- A confirmed number belongs to one account, so that the sender of a reply is known.
create unique index sms_numbers_agreed on sms_numbers (number) where agreed_at is not null and number is not null;

create table sms_messages (
  id           uuid         primary key,
  user_id      uuid         not null references users (id) on delete cascade,
  provider_id  text         unique,                                             -- null: not accepted by the provider
  state        text         not null check (state in ('sending', 'sent', 'delivered', 'failed')),
  -- Why it failed: the provider's code, 'too_late' or 'stopped'.
  fault        text,
  created_at   timestamptz  not null,
  updated_at   timestamptz  not null
);
create index sms_messages_user on sms_messages (user_id);
create index sms_messages_created on sms_messages (created_at);
call guard_patient_rows('sms_messages');

-- ── STOP ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Phone numbers that replied STOP. The service sends no message to such a number until it sends START. Rows belong to
-- no account, because a number may have no account, and a STOP reply stays in force when an account is deleted.

-- The secret for the hashes of numbers, encrypted with a master key. Without a secret, anyone with a copy of the table could try all numbers of a country. The
-- secret does not depend on LINK_KEY, because a change of that key would make all stored STOP replies impossible to find.
create table sms_stop_key (
  is_only        boolean  primary key default true check (is_only),           -- one row
  master_key_id  text     not null,
  wrapped_key    bytea    not null
);

create table sms_stops (
  number_hash  bytea        primary key check (length(number_hash) = 32),     -- HMAC-SHA-256 of the number, which is not stored here
  stopped_at   timestamptz  not null                                          -- when the last STOP was sent
);

-- Only the code that handles the provider's replies writes these tables, and only the code that sends messages reads
-- them. Both run as app_system.
revoke all on sms_stop_key, sms_stops from flaira_app;

-- ── Development messages ───────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Stores text messages while no provider is configured, and /dev/sms shows them.
create table sms_mailbox (
  id       bigint       primary key generated always as identity,
  user_id  uuid         not null references users (id) on delete cascade,
  at       timestamptz  not null default now(),
  "to"     text         not null,
  text     text         not null
);
create index sms_mailbox_user on sms_mailbox (user_id);
