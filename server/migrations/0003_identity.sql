-- Accounts, sessions, second factors, practitioners, patients and consent.
--
-- The first six tables are read and written by Better Auth under the names given in identity/auth-tables.ts.

create table users (
  id                  uuid        primary key,
  email               text        not null check (email = lower(email)),
  email_verified      boolean     not null default false,
  name                text        not null,                                   -- first and last name, or the e-mail while neither is known
  image               text,
  first_name          text        not null default '',
  last_name           text        not null default '',
  phone               text,
  language            text        not null default 'en' check (language in ('en', 'fr')),
  role                text        not null default 'patient' check (role in ('patient', 'practitioner', 'admin')),
  plan                text        not null default 'free' check (plan in ('free', 'essential', 'plus', 'elite')),
  two_factor_enabled  boolean     not null default false,
  is_demo             boolean     not null default false,                     -- may skip the second factor, outside production only
  lead_id             uuid,                                                   -- the photos that were taken before the account
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now()
);
create unique index users_email on users (email);
create index users_role on users (role) where role <> 'patient';

create table sessions (
  id             uuid        primary key,
  user_id        uuid        not null references users (id) on delete cascade,
  token          text        not null unique,
  expires_at     timestamptz not null,
  ip_address     text,
  user_agent     text,
  second_factor  boolean     not null default false,                          -- this very session passed a second factor
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now()
);
create index sessions_user on sessions (user_id);

create table accounts (
  id                        uuid        primary key,
  user_id                   uuid        not null references users (id) on delete cascade,
  account_id                text        not null,
  provider_id               text        not null,
  password                  text,                                             -- scrypt hash
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
  locked_until               timestamptz
);
create index two_factors_secret on two_factors (secret);

-- Tries by address and path (Better Auth), and by e-mail (limit-tries.ts, which stores a hash of it).
create table rate_limits (
  id            uuid    primary key default gen_random_uuid(),
  key           text    not null unique,
  count         int     not null,
  last_request  bigint  not null                                              -- milliseconds since 1970
);
create index rate_limits_last_request on rate_limits (last_request);

-- What happened to the keys of an account. No address and no device: who may look at it is the person alone.
create table security_events (
  id       uuid        primary key default gen_random_uuid(),
  user_id  uuid        not null references users (id) on delete cascade,
  kind     text        not null check (kind in ('password_changed', 'password_reset', 'second_factor_added', 'second_factor_removed',
                                                'recovery_codes_renewed', 'signed_out_everywhere', 'email_confirmed')),
  at       timestamptz not null default now()
);
create index security_events_user on security_events (user_id, at desc);

create table practitioners (
  user_id              uuid        primary key references users (id) on delete cascade,
  speciality           text        not null,
  registration_number  text        not null,
  registration_body    text        not null,
  verified_at          timestamptz,
  verified_by          uuid        references users (id) on delete set null,
  created_at           timestamptz not null default now(),
  unique (registration_body, registration_number)
);

create table patients (
  id          uuid        primary key default gen_random_uuid(),
  user_id     uuid        not null unique references users (id) on delete cascade,
  birth_date  date,
  created_at  timestamptz not null default now()
);

-- One row for each time somebody agreed. A row is never changed, except that it is withdrawn, or handed from a lead to its account.
create table consents (
  id            uuid        primary key default gen_random_uuid(),
  user_id       uuid        references users (id) on delete cascade,
  lead_id       uuid,
  purpose       text        not null check (purpose in ('simulation', 'account', 'marketing', 'publication', 'research')),
  version       text        not null,
  text_hash     text        not null check (text_hash ~ '^[0-9a-f]{64}$'),    -- SHA-256 of the text in that language
  language      text        not null check (language in ('en', 'fr')),
  given_at      timestamptz not null default now(),
  withdrawn_at  timestamptz,
  check (user_id is not null or lead_id is not null)
);
-- At most one consent to a purpose is in force.
create unique index consents_user_in_force on consents (user_id, purpose) where withdrawn_at is null and user_id is not null;
create unique index consents_lead_in_force on consents (lead_id, purpose) where withdrawn_at is null and user_id is null;
create index consents_user on consents (user_id, given_at desc);
create index consents_lead on consents (lead_id);

-- ── Who may see what ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Names and languages are needed to write to a person and to name the doctor; keys of accounts are not, so those tables stay ungranted.
grant select (id, email, email_verified, name, first_name, last_name, language, role, plan, two_factor_enabled, is_demo, lead_id) on users to app_user, app_staff;
grant select on practitioners to app_user, app_staff;
grant update (verified_at, verified_by) on practitioners to app_staff;

call guard_patient_rows('patients');
grant select, insert, update on patients to app_user;
grant select on patients to app_staff;
create policy own_patient on patients to app_user
  using (user_id::text = (select request_user_id())) with check (user_id::text = (select request_user_id()));
create policy staff_reads on patients for select to app_staff using (true);

call guard_patient_rows('consents');
grant select, insert, update (withdrawn_at) on consents to app_user;
grant select on consents to app_staff;
create policy own_consents on consents to app_user
  using (user_id::text = (select request_user_id())) with check (user_id::text = (select request_user_id()));
create policy staff_reads on consents for select to app_staff using (true);
