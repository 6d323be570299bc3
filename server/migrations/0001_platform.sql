-- Tables and functions that every domain needs: roles, guard of patient rows, outbox, idempotency keys, counts of
-- refused calls, development email.
--
-- Needs PostgreSQL 16. Runs as the owner of the database. The owner must be allowed to create roles, or the roles must exist already.

create extension if not exists btree_gist;
create extension if not exists citext;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- ── Roles ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- flaira_app     the service logs in as this role, or as a member of it, to handle requests. The role owns nothing.
-- flaira_system  jobs, events and webhooks log in as this role. Some procedures use it too; server/test/system-uses.test.ts lists all uses.
-- app_user       transactions for a patient; request_user_id() names the patient.                            (withUser)
-- app_staff      transactions for a practitioner or an administrator; request_user_id() names the person.    (withStaff)
-- app_desk       transactions for a person at the desk of a clinic; request_user_id() names the person.       (withDesk)
-- app_system     transactions for no person: jobs, webhooks, outbox subscribers.                             (withSystem)
--
-- flaira_app cannot become app_system: a wrong statement in a person's transaction still has only that person's rights.
-- New tables are granted to flaira_app and app_system. Each domain grants its tables to app_user, app_staff and app_desk explicitly, and only the rights
-- that its use cases need. A transaction for a person therefore cannot reach a table that was forgotten.
do $$
declare
  name text;
begin
  foreach name in array array['flaira_app', 'flaira_system', 'app_user', 'app_staff', 'app_desk', 'app_system'] loop
    -- Roles belong to the whole cluster. The migration of another database in the cluster may have created them
    -- already.
    begin
      if not exists (select from pg_roles where rolname = name) then
        execute format('create role %I nologin', name);
      end if;
    exception when duplicate_object or unique_violation then
      null;
    end;
  end loop;

  foreach name in array array['app_user', 'app_staff', 'app_desk'] loop
    -- flaira_app may become each of these roles, but does not inherit its rights. Otherwise the policies of the role
    -- would always apply to flaira_app.
    if not exists (
      select from pg_auth_members m
      where m.roleid = name::regrole and m.member = 'flaira_app'::regrole and m.set_option and not m.inherit_option
    ) then
      execute format('grant %I to flaira_app with inherit false, set true', name);
    end if;
  end loop;

  -- flaira_system inherits the rights of app_system, because it also runs statements outside withSystem.
  if not exists (
    select from pg_auth_members m
    where m.roleid = 'app_system'::regrole and m.member = 'flaira_system'::regrole and m.set_option and m.inherit_option
  ) then
    grant app_system to flaira_system with inherit true, set true;
  end if;
  -- flaira_app must not be able to become app_system. If the roles were created outside this file, it may be a member
  -- of app_system.
  if exists (select from pg_auth_members m where m.roleid = 'app_system'::regrole and m.member = 'flaira_app'::regrole) then
    revoke app_system from flaira_app;
  end if;

  -- The owner must be able to become these roles, for data migrations on guarded tables.
  foreach name in array array['app_user', 'app_staff', 'app_desk', 'app_system'] loop
    if not pg_has_role(current_user, name, 'set') then
      execute format('grant %I to current_user with inherit false, set true', name);
    end if;
  end loop;
end $$;

revoke create on schema public from public;
grant usage on schema public to flaira_app, flaira_system, app_user, app_staff, app_desk, app_system;
alter default privileges in schema public grant select, insert, update, delete on tables to flaira_app, app_system;
alter default privileges in schema public grant usage, select on sequences to flaira_app, app_user, app_staff, app_system;

-- When a statement fails, PostgreSQL logs a message that may contain data ("Key (email)=(…) already exists"). With
-- log_error_verbosity = terse, the log omits this detail. Only a superuser may change this setting for a role. If no
-- superuser runs the migrations, set it in the configuration of the PostgreSQL server (docs/operations.md).
do $$
declare
  name text;
begin
  foreach name in array array['flaira_app', 'flaira_system'] loop
    begin
      execute format('alter role %I set log_error_verbosity = terse', name);
    exception when insufficient_privilege then
      null;
    end;
  end loop;
end $$;

-- ── The person of a transaction ────────────────────────────────────────────────────────────────────────────────────────────────────────
-- The person for whom this transaction runs; null if there is none. In policies, write (select request_user_id()), which is evaluated once per query.
create function request_user_id() returns text
  language sql stable parallel safe
  return nullif(current_setting('request.user_id', true), '');

-- The next five functions read tables of later files. PostgreSQL must therefore check their bodies only when they run.
set local check_function_bodies = off;

-- Returns whether the person of this transaction is a verified doctor. The policies use it for everything that patients
-- entrust only to doctors: cases, signatures, records, doses, video visits.
create function is_doctor() returns boolean language sql stable as $$
  select exists (select from practitioners
    where user_id::text = request_user_id() and verified_at is not null and profession = 'doctor')
$$;
-- Returns whether the person of this transaction is a verified doctor or nurse. This is sufficient for access to their
-- own appointments and visits.
create function is_practitioner() returns boolean language sql stable as $$
  select exists (select from practitioners where user_id::text = request_user_id() and verified_at is not null)
$$;
create function is_administrator() returns boolean language sql stable as $$
  select exists (select from users where id::text = request_user_id() and role = 'admin')
$$;
-- The next two functions say whether the doctor of this transaction cares for a case or a patient. my_cases() defines which cases the doctor cares for.
-- Administrators care for none.
create function cares_for_case(asked uuid) returns boolean language sql stable as $$
  select exists (select from my_cases() where id = asked)
$$;
create function cares_for_patient(asked uuid) returns boolean language sql stable as $$
  select exists (select from my_cases() where patient_id = asked)
$$;

reset check_function_bodies;

-- Closes a table with patient data. Row level security then applies even to the owner of the table. Only app_system
-- gets a policy, for all rows. The file that creates the table adds its policies and grants for app_user and app_staff.
create procedure guard_patient_rows(guarded regclass)
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', guarded);
  execute format('alter table %s force row level security', guarded);
  execute format('create policy system_sees_all on %s to app_system using (true) with check (true)', guarded);
end $$;

-- Makes app_system the owner of a function. A `security definer` function then runs with the rights of app_system; any
-- other function would still run with the rights of its caller. Only roles with a grant can call the function. Call
-- this procedure after the grants and triggers of the function: afterwards the owner of the tables can neither grant it
-- nor use it in a trigger.
create procedure run_as_system(given regprocedure)
  language plpgsql as $$
begin
  execute format('revoke execute on function %s from public', given);
  -- A role can own a function only if it may create objects in the schema of that function.
  grant create on schema public to app_system;
  execute format('alter function %s owner to app_system', given);
  revoke create on schema public from app_system;
end $$;

-- ── Outbox ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- The events of the outbox. The transaction that writes rows also stores the event about them. After the commit, each
-- event is delivered at least once.
create table outbox (
  id               bigint      primary key generated always as identity, -- subscribers also use it as an idempotency key
  at               timestamptz not null default now(),
  topic            text        not null,                                 -- domain.pastTense, like intake.photosChanged
  -- Ids, but no names and no health data. Only the events of emails and SMS contain texts, until they are handled.
  payload          jsonb       not null,
  idempotency_key  text,                                                 -- a second event of the same topic and key is dropped
  handled_by       text[]      not null default '{}',                    -- subscribers that have finished with it
  attempts         int         not null default 0,
  next_attempt_at  timestamptz not null default now(),
  processed_at     timestamptz,                                          -- when the last subscriber had handled it
  last_error       text,                                                 -- of the last failed attempt, without personal data
  unique (topic, idempotency_key)
);
create index outbox_due on outbox (next_attempt_at, id) where processed_at is null;
-- An index for the administrators' page about the state of the service. The page reads the events of each topic, such
-- as emails, newest first.
create index outbox_topic on outbox (topic, id desc);

-- Wakes the processes that deliver events. PostgreSQL sends the notification at the commit, once per transaction.
create function outbox_notify() returns trigger
  language plpgsql as $$
begin
  perform pg_notify('outbox', '');
  return null;
end $$;
create trigger notify after insert on outbox for each statement execute function outbox_notify();

-- Writes an event, unless an event with the same topic and idempotency key exists. To find such an event, the function
-- reads other people's events. The caller's role may not read them, so the function runs with the rights of its owner.
create function outbox_add(event_topic text, event_payload jsonb, event_key text) returns void
  language sql security definer set search_path = public, pg_temp as $$
    insert into outbox (topic, payload, idempotency_key) values (event_topic, event_payload, event_key)
    on conflict (topic, idempotency_key) do nothing
  $$;
revoke execute on function outbox_add(text, jsonb, text) from public;
grant execute on function outbox_add(text, jsonb, text) to flaira_app, app_user, app_staff, app_desk, app_system;

-- ── Idempotency keys ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Responses to requests that may be sent twice. The first request inserts the row, the second finds it.
create table idempotency_keys (
  scope         text        not null,                 -- user id, or 'visitor:' and a value that stays the same in one browser
  key           text        not null,                 -- chosen by the client
  request_hash  text        not null,                 -- SHA-256 of procedure and input: the same key with other input is refused
  response      jsonb,                                -- null while the first request is still running
  created_at    timestamptz not null default now(),   -- rows older than a day are deleted
  primary key (scope, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);
grant select, insert, update on idempotency_keys to app_user, app_staff;
alter table idempotency_keys enable row level security;
create policy service_sees_all on idempotency_keys to flaira_app using (true) with check (true);
create policy system_sees_all on idempotency_keys to app_system using (true) with check (true);
create policy own_keys on idempotency_keys to app_user, app_staff
  using (scope = (select request_user_id())) with check (scope = (select request_user_id()));

-- ── Refusals and decoys ────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Counts of refused calls and of calls with a decoy, per hour, by account and by address. `who` is a keyed hash, so the
-- row alone identifies nobody. Rows are deleted after two days.
create table refusal_counts (
  hour        timestamptz not null,                                           -- the beginning of the hour
  who         text        not null,                                           -- HMAC of `account:<id>` or `address:<address>`
  refusals    int         not null default 0,                                 -- calls that a procedure answered with NOT_FOUND or FORBIDDEN
  decoys      int         not null default 0,                                 -- decoy ids in calls
  alarmed_at  timestamptz,                                                    -- when an entry about it was added to the audit log
  primary key (hour, who)
);

-- Decoys: ids that belong to no row and appear in no list. There are two for each table of patient data that has ids. A
-- caller who sends a decoy did not get it from our pages. Decoys are stored only here and not in the tables of patient
-- data, so no count, search or export can include them. The login that handles requests cannot read this table.
create table decoy_ids (
  id          uuid        primary key default gen_random_uuid(),
  table_name  text        not null
);
revoke all on decoy_ids from flaira_app, app_system;

-- Creates two decoys for each table of patient data that has ids but no decoys yet, and returns all decoys. Each call
-- checks all tables, because later releases add tables.
create function decoys() returns setof decoy_ids
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  lock table decoy_ids in share row exclusive mode;
  insert into decoy_ids (table_name)
  select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.atttypid = 'uuid'::regtype
    cross join generate_series(1, 2)
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
    and not exists (select from decoy_ids d where d.table_name = c.relname);
  return query select * from decoy_ids;
end $$;
revoke execute on function decoys() from public;
grant execute on function decoys() to app_system;

-- ── Development email ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Stores emails while no relay is configured, and /dev/mailbox shows them.
create table mailbox (
  id           bigint      primary key generated always as identity,
  at           timestamptz not null default now(),
  "to"         text        not null,
  subject      text        not null,
  text         text        not null,
  html         text        not null,
  language     text        not null,                     -- en, fr
  attachments  jsonb       not null default '[]'         -- calendar files
);
create index mailbox_to on mailbox ("to", id desc);
