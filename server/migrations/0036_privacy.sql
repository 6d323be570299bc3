-- People's requests for a copy of their own data, and the state of each copy.
create table exports (
  id            uuid        primary key default gen_random_uuid(),            -- also part of the names of its files
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
