-- What every domain stands on: roles and the guard of patient rows, the audit log, the outbox, idempotency keys, development mail.
--
-- Needs PostgreSQL 16. Runs as the owner of the database, who must be allowed to create roles (or find them made).

create extension if not exists citext;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- ── Roles ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- flaira_app   the service logs in as this role or as a member of it. It owns nothing.
-- app_user     a patient is asking; request_user_id() says who.            (withUser)
-- app_staff    a practitioner or an admin is asking; likewise.             (withStaff)
-- app_system   nobody is asking: jobs, webhooks, outbox subscribers.       (withSystem)
--
-- New tables are granted to flaira_app and app_system. A domain grants its own tables to app_user and app_staff, by hand and as little as its
-- use cases need, so that a table nobody thought about stays out of reach of a transaction that speaks for a person.
do $$
declare
  name text;
begin
  foreach name in array array['flaira_app', 'app_user', 'app_staff', 'app_system'] loop
    -- Roles belong to the cluster, not to the database: another database of this cluster may have made them.
    begin
      if not exists (select from pg_roles where rolname = name) then
        execute format('create role %I nologin', name);
      end if;
    exception when duplicate_object or unique_violation then
      null;
    end;
  end loop;

  foreach name in array array['app_user', 'app_staff', 'app_system'] loop
    -- May become the role, but has none of its rights before it does: policies for app_user must not match the plain login.
    if not exists (
      select from pg_auth_members m
      where m.roleid = name::regrole and m.member = 'flaira_app'::regrole and m.set_option and not m.inherit_option
    ) then
      execute format('grant %I to flaira_app with inherit false, set true', name);
    end if;
    -- The owner too, for data migrations on guarded tables and for services that log in as the owner.
    if not pg_has_role(current_user, name, 'set') then
      execute format('grant %I to current_user with inherit false, set true', name);
    end if;
  end loop;
end $$;

revoke create on schema public from public;
grant usage on schema public to flaira_app, app_user, app_staff, app_system;
alter default privileges in schema public grant select, insert, update, delete on tables to flaira_app, app_system;
alter default privileges in schema public grant usage, select on sequences to flaira_app, app_user, app_staff, app_system;

-- The person on whose behalf this transaction runs; null when nobody is. For policies: (select request_user_id()) is evaluated once a query.
create function request_user_id() returns text
  language sql stable parallel safe
  return nullif(current_setting('request.user_id', true), '');

-- Closes a table with patient data: without a policy no row is visible or writable, not even to its owner, and only app_system sees all.
-- The migration that creates the table adds its policies and grants for app_user and app_staff.
create procedure guard_patient_rows(guarded regclass)
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', guarded);
  execute format('alter table %s force row level security', guarded);
  execute format('create policy system_sees_all on %s to app_system using (true) with check (true)', guarded);
end $$;

-- ── Audit log ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Who did or looked at what, when and why. Append-only; each row seals the one before it. Holds ids and no health data.
create table audit_log (
  id            bigint      primary key,                     -- 1, 2, 3 … without gaps, given by the trigger: a missing number is a missing row
  at            timestamptz not null default now(),          -- start of the transaction that did it
  actor_id      text        not null,                        -- user id, or 'system', or 'visitor'
  actor_role    text,                                        -- role held at that moment; null for system and visitor
  action        text        not null,                        -- domain.verb: case.viewed, photo.viewed, simulation.signed
  subject_type  text        not null,                        -- case, photo, plan, user …
  subject_id    text        not null,
  patient_id    text,                                        -- whose data it is, so that patients can read their own log; null: nobody's
  reason        text        not null,                        -- treatment, queue, or a person's words
  details       jsonb       not null default '{}',           -- ids, counts, versions; never health data
  prev_hash     bytea       not null,                        -- hash of the row before; 32 zero bytes for the first
  hash          bytea       not null                         -- audit_log_hash() of this row
);
create index audit_log_patient on audit_log (patient_id, id desc) where patient_id is not null;
create index audit_log_subject on audit_log (subject_type, subject_id, id desc);
create index audit_log_actor   on audit_log (actor_id, id desc);

-- SHA-256 over the hash before and every field. The fields are a JSON array, so that no two rows can read the same when joined; the time is in
-- microseconds, so that no setting of the session changes it.
create function audit_log_hash(entry audit_log) returns bytea
  language sql immutable
  return sha256(entry.prev_hash || convert_to(jsonb_build_array(
    entry.id, (extract(epoch from entry.at) * 1000000)::bigint, entry.actor_id, entry.actor_role, entry.action,
    entry.subject_type, entry.subject_id, entry.patient_id, entry.reason, entry.details)::text, 'UTF8'));

-- Links a new row to the end of the chain. Writers wait for each other until they commit: record as the last step of a transaction.
create function audit_log_append() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_log;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit_log', 0));
  select * into head from audit_log order by id desc limit 1;
  new.id := coalesce(head.id, 0) + 1;
  new.prev_hash := coalesce(head.hash, decode(repeat('00', 32), 'hex'));
  new.hash := audit_log_hash(new);
  return new;
end $$;

create function audit_log_refuse() returns trigger
  language plpgsql as $$
begin
  raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
end $$;

create trigger append before insert on audit_log for each row execute function audit_log_append();
create trigger refuse_change before update or delete or truncate on audit_log for each statement execute function audit_log_refuse();

-- The first row whose number, link or content does not fit; null while the chain holds.
create function audit_log_first_break() returns bigint
  language sql stable
  return (
    select chain.id
    from (
      select a.id, a.prev_hash, a.hash, audit_log_hash(a) as expected,
             lag(a.id, 1, 0::bigint) over by_id as id_before,
             lag(a.hash, 1, decode(repeat('00', 32), 'hex')) over by_id as hash_before
      from audit_log a
      window by_id as (order by a.id)
    ) chain
    where chain.hash <> chain.expected or chain.prev_hash <> chain.hash_before or chain.id <> chain.id_before + 1
    order by chain.id
    limit 1
  );

revoke update, delete on audit_log from flaira_app, app_system;
grant insert on audit_log to app_user, app_staff;

-- ── Outbox ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Events stored with the rows they speak of and delivered, at least once, after the commit.
create table outbox (
  id               bigint      primary key generated always as identity, -- also the key by which subscribers stay idempotent
  at               timestamptz not null default now(),
  topic            text        not null,                                 -- domain.pastTense
  payload          jsonb       not null,                                 -- ids; no names, no health data
  idempotency_key  text,                                                 -- a second event of the same topic and key is dropped
  handled_by       text[]      not null default '{}',                    -- subscribers that have finished with it
  attempts         int         not null default 0,
  next_attempt_at  timestamptz not null default now(),
  processed_at     timestamptz,                                          -- every subscriber has finished
  last_error       text,                                                 -- of the last failed attempt, without personal data
  unique (topic, idempotency_key)
);
create index outbox_due on outbox (next_attempt_at, id) where processed_at is null;

-- Wakes whoever delivers. Sent by PostgreSQL when the transaction commits; equal notices of one transaction are one.
create function outbox_notify() returns trigger
  language plpgsql as $$
begin
  perform pg_notify('outbox', '');
  return null;
end $$;
create trigger notify after insert on outbox for each statement execute function outbox_notify();

-- "on conflict do nothing" reads the key it may collide with; no one needs to read the payloads of others.
grant insert, select (id, topic, idempotency_key) on outbox to app_user, app_staff;

-- ── Idempotency keys ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Answers of requests that may be sent twice. The first request inserts the row, the second finds it.
create table idempotency_keys (
  scope         text        not null,                 -- user id, or 'visitor:' and something that is the same for one browser
  key           text        not null,                 -- chosen by the client
  request_hash  text        not null,                 -- SHA-256 of procedure and input: the same key with other input is refused
  response      jsonb,                                -- what was answered; null while the first request is still running
  created_at    timestamptz not null default now(),   -- rows older than a day are deleted
  primary key (scope, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);
grant select, insert, update on idempotency_keys to app_user, app_staff;

-- ── Development mail ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Where messages land while no relay is configured; shown at /dev/mailbox. Stays empty otherwise.
create table mailbox (
  id        bigint      primary key generated always as identity,
  at        timestamptz not null default now(),
  "to"      text        not null,
  subject   text        not null,
  text      text        not null,
  html      text        not null,
  language  text        not null                        -- en, fr
);
create index mailbox_to on mailbox ("to", id desc);
