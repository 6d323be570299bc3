-- What the account area keeps: how a person wants to be told.

-- Only what differs from the defaults of identity/choices.ts has a row.
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
