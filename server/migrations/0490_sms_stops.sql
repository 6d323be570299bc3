-- expands
-- Telephones that replied STOP. No message is sent to them until START comes from them. Rows belong to no account: a number may have none, and the stop
-- outlives one.

-- The secret that numbers are hashed with, sealed by a master key. Without it anyone with a copy of the table could try all numbers of a country. It is our
-- own secret, because a change of LINK_KEY would forget every stop.
create table sms_stop_key (
  is_only        boolean  primary key default true check (is_only),           -- one row
  master_key_id  text     not null,
  wrapped_key    bytea    not null
);

create table sms_stops (
  number_hash  bytea        primary key check (length(number_hash) = 32),     -- HMAC-SHA-256 of the number; the number is nowhere
  stopped_at   timestamptz  not null                                          -- when the last STOP was sent
);

-- Only replies of the provider write here, and only what sends messages reads it.
revoke all on sms_stop_key, sms_stops from flaira_app;
