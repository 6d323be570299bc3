-- Passkeys: keys that a device or a password manager keeps, opened there by finger, face or code.
--
-- Read and written by Better Auth under the names given in identity/auth-tables.ts, as the other keys of accounts; so ungranted like them.

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

-- When the password was last given inside this session: a new key is added only shortly after.
alter table sessions add column confirmed_at timestamptz;

alter table security_events drop constraint security_events_kind_check;
alter table security_events add constraint security_events_kind_check
  check (kind in ('password_changed', 'password_reset', 'second_factor_added', 'second_factor_removed', 'recovery_codes_renewed',
                  'passkey_added', 'passkey_removed', 'signed_out_everywhere', 'email_confirmed'));
