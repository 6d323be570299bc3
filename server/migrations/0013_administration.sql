-- What administrators need to look after accounts: search, and suspension.

alter table users
  alter column created_at type timestamptz(3),                               -- milliseconds, as in cursors
  add column suspended_at      timestamptz,                                   -- no session of this account opens anything since then
  add column suspended_reason  text not null default '';

create index users_search on users using gin (search_vector(name || ' ' || email)) with (fastupdate = off);
create index users_newest on users (created_at desc, id desc);

-- The list of cases by their promise, whoever works on them.
create index cases_received on cases (received_at desc, id desc);

-- Audit entries by what was done.
create index audit_log_action on audit_log (action, id desc);

-- Requests that were never sent by mail, and mail that does not leave, are what an administrator must see first.
create index outbox_topic on outbox (topic, id desc);
