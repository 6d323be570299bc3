-- expands
-- Links that belong to one sign-up, devices that an account knows, codes that work once, sessions that end.

-- A link of a mail can be used by whoever reads it, so it is kept as a hash only; the accounts' library looks for
-- base64url(sha256(identifier)). An older process that still runs beside this one does not find links from before: they live an hour at most.
update verifications
set identifier = rtrim(translate(encode(sha256(convert_to(identifier, 'UTF8')), 'base64'), '+/', '-_'), '=');

-- The link that confirms an address confirms this account alone: a later sign-up with the address is another account. It goes with the account.
create table email_confirmations (
  token_hash   bytea        primary key check (length(token_hash) = 32),      -- SHA-256 of the secret in the link
  user_id      uuid         not null references users (id) on delete cascade,
  device_hash  bytea        not null check (length(device_hash) = 32),        -- the browser that gave the password; as in known_devices
  expires_at   timestamptz  not null
);
create index email_confirmations_user on email_confirmations (user_id);
create index email_confirmations_expires_at on email_confirmations (expires_at);

-- Browsers in which somebody has signed in to this account. The hash is made with the account's id, so two accounts in one browser have nothing in common.
create table known_devices (
  user_id       uuid         not null references users (id) on delete cascade,
  device_hash   bytea        not null check (length(device_hash) = 32),       -- SHA-256 of the account's id and the secret in the cookie
  last_used_at  timestamptz  not null,
  primary key (user_id, device_hash)
);
create index known_devices_last_used_at on known_devices (last_used_at);

-- Tries that are counted for longer than a minute. Better Auth, which owns rate_limits, deletes there what is older than the longest of its own windows.
create table tries (
  key    text         primary key,                                            -- what was tried, and the hash of whose it is
  count  int          not null,
  since  timestamptz  not null
);
create index tries_since on tries (since);

-- The newest time step (30 s since 1970) whose code was used: neither it nor an earlier one works again.
alter table two_factors add column last_step bigint;

-- A session is prolonged while it is used, up to here and no further.
alter table sessions add column ends_at timestamptz not null default now() + interval '30 days';
update sessions s
set ends_at = s.created_at + case when u.role = 'patient' then interval '30 days' else interval '12 hours' end
from users u where u.id = s.user_id;
update sessions set expires_at = ends_at where expires_at > ends_at;

create function sessions_end() returns trigger language plpgsql as $$
begin
  new.expires_at := least(new.expires_at, new.ends_at);
  return new;
end $$;
create trigger keep_end before insert or update of expires_at, ends_at on sessions for each row execute function sessions_end();
