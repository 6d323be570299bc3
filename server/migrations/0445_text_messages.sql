-- expands
-- Reminders by SMS: confirmed phone numbers, the state of each message, and the reminder that each message contained. Texts are not stored in these
-- tables, except in sms_mailbox.

-- A code that is sent to the number confirms it. From then on the number receives messages. This ends when its owner
-- declines further messages or when another account confirms the same number. The number is then set to null.
create table sms_numbers (
  user_id       uuid         primary key references users (id) on delete cascade,
  number        text         check (number ~ '^\+[1-9][0-9]{6,14}$'),           -- E.164
  zone          text         not null,                                          -- IANA name: whose night is quiet
  code_hash     bytea        check (length(code_hash) = 32),                    -- HMAC of the code that was sent; null: none is waited for
  code_ends_at  timestamptz,
  code_tries    int          not null default 0,
  agreed_at     timestamptz,                                                    -- when the code came back
  ended_at      timestamptz,
  ended_by      text         check (ended_by in ('person', 'reply', 'other_account')),
  check ((code_hash is null) = (code_ends_at is null)),
  check ((ended_at is null) = (ended_by is null)),
  check (number is not null or ended_at is not null)
);
-- A reply from a number must belong to one person.
create unique index sms_numbers_agreed on sms_numbers (number) where agreed_at is not null and number is not null;

create table sms_messages (
  id           uuid         primary key,
  user_id      uuid         not null references users (id) on delete cascade,
  provider_id  text         unique,                                             -- null: the provider has not taken it
  state        text         not null check (state in ('sending', 'sent', 'delivered', 'failed')),
  fault        text,                                                            -- the provider's code
  created_at   timestamptz  not null,
  updated_at   timestamptz  not null
);
create index sms_messages_user on sms_messages (user_id);
create index sms_messages_created on sms_messages (created_at);
call guard_patient_rows('sms_messages');

-- Stores text messages while no provider is configured, and /dev/sms shows them. Nothing is added while a provider is
-- configured.
create table sms_mailbox (
  id       bigint       primary key generated always as identity,
  user_id  uuid         not null references users (id) on delete cascade,
  at       timestamptz  not null default now(),
  "to"     text         not null,
  text     text         not null
);
create index sms_mailbox_user on sms_mailbox (user_id);

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
call guard_patient_rows('appointment_sms_reminders');
