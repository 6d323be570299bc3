-- Accounts, sessions, second factors, practitioners, patients and consent.
--
-- Better Auth reads and writes users, sessions, accounts, verifications, two_factors, rate_limits and passkeys, under the names in
-- identity/auth-tables.ts.

-- The rank of a subscription plan, from 1 (free) to 4 (elite). If a person has two plans, the plan with the higher rank
-- applies.
create function plan_rank(plan text) returns int
  language sql immutable parallel safe
  return array_position(array['free', 'essential', 'plus', 'elite'], plan);

create table users (
  id                  uuid        primary key,
  email               text        not null check (email = lower(email)),
  email_verified      boolean     not null default false,
  name                text        not null,                                   -- first and last name, or the e-mail while neither is known
  image               text,
  first_name          text        not null default '',
  last_name           text        not null default '',
  phone               text,
  language            text        not null default 'en' check (language in ('en', 'fr', 'zh', 'ja', 'it', 'de', 'es', 'ko', 'pt', 'ru', 'ar')),
  role                text        not null default 'patient' check (role in ('patient', 'practitioner', 'desk', 'admin')),
  plan                text        not null default 'free' check (plan in ('free', 'essential', 'plus', 'elite')), -- the higher one of paid_plan and given_plan
  two_factor_enabled  boolean     not null default false,
  is_demo             boolean     not null default false,                     -- may skip the second factor, except in production
  lead_id             uuid,                                                   -- the lead with the photos from before the account
  created_at          timestamptz(3) not null default now(),                  -- to the millisecond, as in cursors
  updated_at          timestamptz not null default now(),
  suspended_at        timestamptz,                                            -- since then, nobody can use the account
  suspended_reason    text        not null default '',
  last_contact_at     timestamptz not null default now(),                     -- stored here because sessions are deleted when they end
  avatar_id           uuid        references photo_objects (id),
  -- When everything was erased except the name, which a medical record must still contain by law.
  closed_at           timestamptz,
  paid_plan           text        not null default 'free' check (plan_rank(paid_plan) is not null), -- the plan that a subscription pays for
  given_plan          text        check (plan_rank(given_plan) > 1)           -- the plan that an administrator gave; it stays until an administrator removes it
);
create unique index users_email on users (email);
create index users_role on users (role) where role <> 'patient';
create index users_search on users using gin (search_vector(name || ' ' || email)) with (fastupdate = off);
create index users_newest on users (created_at desc, id desc);
create index users_forgotten on users (last_contact_at) where role = 'patient';
create index users_unconfirmed_lead on users (lead_id) where not email_verified;
create index users_avatar on users (avatar_id) where avatar_id is not null;

create table sessions (
  id             uuid        primary key,
  user_id        uuid        not null references users (id) on delete cascade,
  token          text        not null unique,
  expires_at     timestamptz not null,                                        -- is extended while the session is used, at most to ends_at
  ip_address     text,
  user_agent     text,
  second_factor  boolean     not null default false,                          -- whether this session passed a second factor
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  confirmed_at   timestamptz,                                                 -- when the password was last entered; a sensitive action needs a recent time
  used_at        timestamptz not null default now(),                          -- written at most every five minutes
  country        text        check (country ~ '^[A-Z]{2}$'),                  -- reported by our own proxy; null: it reports none
  ends_at        timestamptz not null default now() + interval '30 days',
  method         text        check (method in ('password', 'passkey', 'professional')), -- how its owner signed in
  -- When a code of the authenticator app was last entered. A signature with the password needs a recent code.
  code_given_at  timestamptz
);
create index sessions_user on sessions (user_id);

create function sessions_end() returns trigger language plpgsql as $$
begin
  new.expires_at := least(new.expires_at, new.ends_at);
  return new;
end $$;
create trigger keep_end before insert or update of expires_at, ends_at on sessions for each row execute function sessions_end();

create function users_note_contact() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users set last_contact_at = now() where id = new.user_id and last_contact_at < now() - interval '1 hour';
  return null;
end $$;
create trigger note_contact after insert or update on sessions for each row execute function users_note_contact();
revoke execute on function users_note_contact() from public;

create table accounts (
  id                        uuid        primary key,
  user_id                   uuid        not null references users (id) on delete cascade,
  account_id                text        not null,
  provider_id               text        not null,
  password                  text,                                             -- argon2id hash
  access_token              text,
  refresh_token             text,
  id_token                  text,
  access_token_expires_at   timestamptz,
  refresh_token_expires_at  timestamptz,
  scope                     text,
  created_at                timestamptz not null default now(),
  updated_at                timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_user on accounts (user_id);
-- An account has at most one sign-in of a professional (OpenID Connect), even if two requests to link one arrive at the
-- same time.
create unique index accounts_one_professional on accounts (user_id) where provider_id = 'professional';

create table verifications (
  id          uuid        primary key,
  identifier  text        not null,
  value       text        not null,
  expires_at  timestamptz not null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);
create index verifications_expires_at on verifications (expires_at);

create table two_factors (
  id                         uuid        primary key,
  user_id                    uuid        not null unique references users (id) on delete cascade,
  secret                     text        not null,                            -- encrypted
  backup_codes               text        not null,                            -- encrypted
  verified                   boolean     not null default false,
  failed_verification_count  int         not null default 0,
  locked_until               timestamptz,
  last_step                  bigint                                           -- newest time step (30 s since 1970) whose code was used: no code works twice
);
create index two_factors_secret on two_factors (secret);

-- Passkeys: keys on a device or in a password manager. A fingerprint, a face or a code unlocks them.
create table passkeys (
  id             uuid        primary key,
  user_id        uuid        not null references users (id) on delete cascade,
  name           text        check (length(name) between 1 and 60),           -- as its owner calls it; null: unknown
  credential_id  text        not null unique,
  public_key     text        not null,                                        -- base64
  counter        bigint      not null,
  device_type    text        not null,
  backed_up      boolean     not null,
  transports     text,
  aaguid         text,                                                        -- the kind of authenticator, not the device
  created_at     timestamptz not null default now()
);
create index passkeys_user on passkeys (user_id);

-- ── Addresses, devices, tries ──────────────────────────────────────────────────────────────────────────────────────────────────────────
-- The address changes once the links in both emails were opened. The link to the old address proves that the owner wants the change, and the link to the
-- new one that it belongs to the owner.
create table email_changes (
  user_id       uuid         primary key references users (id) on delete cascade,
  new_email     text         not null check (new_email = lower(new_email)),
  old_hash      bytea        not null unique check (length(old_hash) = 32),   -- SHA-256 of the secret in the link
  new_hash      bytea        unique check (length(new_hash) = 32),            -- null: the address already has an account, so no link was sent
  old_at        timestamptz,
  new_at        timestamptz,
  expires_at    timestamptz  not null
);

-- A link in an email confirms the address for this account only. A sign-up with an address that is not confirmed yet
-- deletes the earlier account with this address and creates another one. The earlier link does not confirm the new
-- account. The row is deleted with the account.
create table email_confirmations (
  token_hash   bytea        primary key check (length(token_hash) = 32),      -- SHA-256 of the secret in the link
  user_id      uuid         not null references users (id) on delete cascade,
  device_hash  bytea        not null check (length(device_hash) = 32),        -- the browser in which the password was entered, hashed as in known_devices
  expires_at   timestamptz  not null
);
create index email_confirmations_user on email_confirmations (user_id);
create index email_confirmations_expires_at on email_confirmations (expires_at);

-- Browsers in which someone has signed in to this account. The hash includes the account's id, so the rows of two
-- accounts that share a browser have nothing in common.
create table known_devices (
  user_id       uuid         not null references users (id) on delete cascade,
  device_hash   bytea        not null check (length(device_hash) = 32),       -- SHA-256 of the account's id and the secret in the cookie
  last_used_at  timestamptz  not null,
  primary key (user_id, device_hash)
);
create index known_devices_last_used_at on known_devices (last_used_at);

-- Attempts that are counted for longer than a minute. They cannot be in rate_limits, where Better Auth deletes rows older than its longest window.
create table tries (
  key    text         primary key,                                            -- the kind of attempt, and a hash of the account or address
  count  int          not null,
  since  timestamptz  not null
);
create index tries_since on tries (since);

-- Attempts by network address and path (Better Auth), and by email (limit-tries.ts, which stores a hash of the email).
create table rate_limits (
  id            uuid    primary key default gen_random_uuid(),
  key           text    not null unique,
  count         int     not null,
  last_request  bigint  not null                                              -- milliseconds since 1970
);
create index rate_limits_last_request on rate_limits (last_request);

-- Events about the security of an account: sign-ins, and changes of its password, second factor, passkeys and email
-- address. The rows contain no network address and no device. Only the account's owner may view them.
create table security_events (
  id       uuid        primary key default gen_random_uuid(),
  user_id  uuid        not null references users (id) on delete cascade,
  kind     text        not null check (kind in (
             'signed_in', 'password_changed', 'password_reset', 'second_factor_added', 'second_factor_removed', 'recovery_codes_renewed',
             'passkey_added', 'passkey_removed', 'signed_out_everywhere', 'device_signed_out', 'email_confirmed', 'email_changed',
             'professional_linked', 'professional_unlinked')),
  at       timestamptz not null default now()
);
create index security_events_user on security_events (user_id, at desc);

-- ── Notification choices ───────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- A row exists only for a choice that differs from the default in identity/choices/choices.ts.
create table notification_choices (
  user_id  uuid     not null references users (id) on delete cascade,
  topic    text     not null check (topic in ('case', 'messages', 'appointments', 'community', 'billing', 'progress', 'security')),
  channel  text     not null check (channel in ('in_app', 'email', 'push')),
  is_on    boolean  not null,
  primary key (user_id, topic, channel),
  check (is_on or topic <> 'security')
);

create table notification_habits (
  user_id       uuid         primary key references users (id) on delete cascade,
  quiet_from    time,
  quiet_to      time,
  quiet_zone    text,                                                         -- IANA name
  digest        text         not null default 'off' check (digest in ('off', 'daily', 'weekly')),
  digest_since  timestamptz,                                                  -- when the person chose digests; the first digest counts only later news
  check (num_nulls(quiet_from, quiet_to, quiet_zone) in (0, 3)),
  check ((digest = 'off') = (digest_since is null))
);

-- ── Practitioners and patients ─────────────────────────────────────────────────────────────────────────────────────────────────────────
create table practitioners (
  user_id              uuid        primary key references users (id) on delete cascade,
  speciality           text        not null,
  registration_number  text        not null,
  registration_body    text        not null,
  verified_at          timestamptz,
  verified_by          uuid        references users (id) on delete set null,
  created_at           timestamptz not null default now(),
  profession           text        not null check (profession in ('doctor', 'nurse')), -- nurses work at clinics and may not sign
  unique (registration_body, registration_number)
);

-- A registration is verified for one profession. The verification must be revoked before the profession can change.
create function keep_verified_profession() returns trigger language plpgsql as $$
begin
  if old.verified_at is not null and new.profession <> old.profession then
    raise exception 'a verified registration keeps its profession' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger practitioners_profession before update of profession on practitioners
  for each row execute function keep_verified_profession();

-- Proof of the registration of a doctor or nurse: the response of a public register, or a document that an
-- administrator has seen. While the register's response stays the same, all checks share one row.
create table registration_checks (
  id                   uuid        primary key default gen_random_uuid(),
  user_id              uuid        not null references users (id) on delete cascade,
  source               text        not null,                                   -- name of the register, or 'document'
  registration_number  text        not null,
  outcome              text        not null check (outcome in ('active', 'inactive', 'absent', 'other_person', 'other_profession', 'seen')),
  answer               jsonb       not null,                                   -- what the register said, or which document and who saw it
  checked_by           uuid        references users (id) on delete set null,   -- null: the nightly check
  first_at             timestamptz not null,
  last_at              timestamptz not null
);
create index registration_checks_user on registration_checks (user_id, last_at desc);
create index registration_checks_checked_by on registration_checks (checked_by);

create table patients (
  id          uuid        primary key default gen_random_uuid(),
  user_id     uuid        not null unique references users (id) on delete cascade,
  birth_date  date,
  created_at  timestamptz not null default now()
);
-- An import searches for people with the same name and birth date.
create index patients_birth_date on patients (birth_date) where birth_date is not null;

-- One row for each consent. A row changes only when the consent is withdrawn, or when an account takes over the consent
-- of a lead (photos and answers from before an account, 0006_intake.sql).
create table consents (
  id            uuid        primary key default gen_random_uuid(),
  user_id       uuid        references users (id) on delete cascade,
  lead_id       uuid,
  purpose       text        not null check (purpose in ('simulation', 'account', 'marketing', 'publication', 'research', 'evidence')),
  version       text        not null,
  text_hash     text        not null check (text_hash ~ '^[0-9a-f]{64}$'),    -- SHA-256 of the text in that language
  language      text        not null check (language in ('en', 'fr', 'zh', 'ja', 'it', 'de', 'es', 'ko', 'pt', 'ru', 'ar')),
  given_at      timestamptz not null default now(),
  withdrawn_at  timestamptz,
  check (user_id is not null or lead_id is not null)
);
-- For each purpose, an account has at most one consent in force.
create unique index consents_user_in_force on consents (user_id, purpose) where withdrawn_at is null and user_id is not null;
create unique index consents_lead_in_force on consents (lead_id, purpose) where withdrawn_at is null and user_id is null;
create index consents_user on consents (user_id, given_at desc);
create index consents_lead on consents (lead_id);

-- ── Who may see what ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- In `users`, a patient sees only their own row. Unlike guard_patient_rows(), these lines do not force row level security on the owner: functions of the owner
-- and foreign key checks must see all users.
alter table users enable row level security;
create policy service_sees_all on users to flaira_app using (true) with check (true);
create policy system_sees_all on users to app_system using (true) with check (true);
-- A closed account belongs to a medical record that must stay. Only the separate login of `withSystem` can delete it.
create policy closed_accounts_stay on users as restrictive for delete to flaira_app using (closed_at is null);
create policy staff_reads on users for select to app_staff using (true);
create policy own_account on users for select to app_user using (id::text = (select request_user_id()));
-- Emails need names and languages, pages show the doctor's name, and staff call the phone number. The roles app_user
-- and app_staff need no passwords, second factors or passkeys, so neither has a grant on those tables.
grant select (id, email, email_verified, name, first_name, last_name, phone, language, role, plan, two_factor_enabled, is_demo, lead_id)
  on users to app_user, app_staff;
-- Staff assign work only to people who are not suspended.
grant select (suspended_at) on users to app_staff;

-- The name that friends see: the first name, and the first letter of the last name to distinguish people.
create function friend_name(first_name text, last_name text) returns text
  language sql immutable parallel safe
  return btrim(first_name || case when last_name = '' then '' else ' ' || left(last_name, 1) || '.' end);

-- What signed-in people may know about each other: name, portrait, and whether a person is a member of the team.
create view people as select id, name, friend_name(first_name, last_name) as short_name, role, avatar_id from users;
revoke all on people from flaira_app, app_system;
grant select on people to flaira_app, app_user, app_staff, app_system;

grant select on practitioners to app_user, app_staff;
grant update (verified_at, verified_by) on practitioners to app_staff;

call guard_patient_rows('patients');
grant select, insert, update on patients to app_user;
grant select on patients to app_staff;
create policy own_patient on patients to app_user
  using (user_id::text = (select request_user_id())) with check (user_id::text = (select request_user_id()));
create policy staff_reads on patients for select to app_staff using (cares_for_patient(user_id));

-- Returns the birth date of a patient to an administrator. Administrators see no other patient's row, but an appointment
-- may be confirmed only for a known adult.
create function birth_date_of(patient uuid) returns date
  language sql stable security definer set search_path = public, pg_temp as $$
  select birth_date from patients where user_id = patient and is_administrator()
$$;
grant execute on function birth_date_of(uuid) to app_staff;
call run_as_system('birth_date_of(uuid)');

call guard_patient_rows('consents');
grant select, insert, update (withdrawn_at) on consents to app_user;
grant select on consents to app_staff;
create policy own_consents on consents to app_user
  using (user_id::text = (select request_user_id())) with check (user_id::text = (select request_user_id()));
create policy staff_reads on consents for select to app_staff using (true);
