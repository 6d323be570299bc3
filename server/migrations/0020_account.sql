-- What the account area keeps: how a person wants to be told, a change of address, a picture, copies of one's data.

-- ── Notification choices ───────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Only what differs from the defaults of identity/choices/choices.ts has a row.
create table notification_choices (
  user_id  uuid     not null references users (id) on delete cascade,
  topic    text     not null check (topic in ('case', 'messages', 'appointments', 'community', 'billing', 'progress', 'security')),
  channel  text     not null check (channel in ('in_app', 'email', 'push')),
  is_on    boolean  not null,
  primary key (user_id, topic, channel),
  check (is_on or topic <> 'security')
);

create table notification_habits (
  user_id     uuid  primary key references users (id) on delete cascade,
  quiet_from  time,
  quiet_to    time,
  quiet_zone  text,                                                           -- IANA name
  digest      text  not null default 'off' check (digest in ('off', 'daily', 'weekly')),
  check (num_nulls(quiet_from, quiet_to, quiet_zone) in (0, 3))
);

-- ── The account ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
alter table users add column avatar_id uuid references photo_objects (id);
create index users_avatar on users (avatar_id) where avatar_id is not null;
-- Erased, but for the medical record the law keeps: the row is the name on it. Nobody can sign in any more.
alter table users add column closed_at timestamptz;

alter table photo_objects drop constraint photo_objects_bucket_check;
alter table photo_objects add constraint photo_objects_bucket_check
  check (bucket in ('user-uploads', 'user-photos', 'simulations', 'community-assets', 'avatars'));

-- The address changes when the links of both mails have been opened: the old one shows that it is the owner who asks, the new one that it is theirs.
create table email_changes (
  user_id       uuid         primary key references users (id) on delete cascade,
  new_email     text         not null check (new_email = lower(new_email)),
  old_hash      bytea        not null unique check (length(old_hash) = 32),   -- SHA-256 of the secret in the link
  new_hash      bytea        unique check (length(new_hash) = 32),            -- null: the address has an account already, and no link was sent
  old_at        timestamptz,
  new_at        timestamptz,
  expires_at    timestamptz  not null
);

-- ── Devices ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
alter table sessions add column used_at timestamptz not null default now();   -- at most five minutes old while the browser is in use
alter table sessions add column country text check (country ~ '^[A-Z]{2}$');  -- as our own proxy says; null: it does not

alter table security_events drop constraint security_events_kind_check;
alter table security_events add constraint security_events_kind_check
  check (kind in ('signed_in', 'password_changed', 'password_reset', 'second_factor_added', 'second_factor_removed', 'recovery_codes_renewed',
                  'passkey_added', 'passkey_removed', 'signed_out_everywhere', 'device_signed_out', 'email_confirmed', 'email_changed'));

-- ── Copies of one's data ───────────────────────────────────────────────────────────────────────────────────────────────────────────────
create table exports (
  id            uuid        primary key default gen_random_uuid(),            -- also names the parts of the file
  user_id       uuid        not null references users (id) on delete cascade,
  requested_at  timestamptz not null,
  ready_at      timestamptz,
  failed_at     timestamptz,
  expires_at    timestamptz,
  parts         int         not null default 0,
  size_bytes    bigint
);
create unique index exports_preparing on exports (user_id) where ready_at is null and failed_at is null;
create index exports_user on exports (user_id, requested_at desc);
