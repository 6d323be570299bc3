-- What the privacy policy promises to forget, and when.

-- ── Last contact ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Sessions are deleted when they end, so the person keeps the day on which they were last seen.
alter table users add column last_contact_at timestamptz not null default now();
update users set last_contact_at = greatest(created_at, updated_at);

create function users_note_contact() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users set last_contact_at = now() where id = new.user_id and last_contact_at < now() - interval '1 hour';
  return null;
end $$;
create trigger note_contact after insert or update on sessions for each row execute function users_note_contact();
create index users_forgotten on users (last_contact_at) where role = 'patient';

-- ── The audit log: twelve months ───────────────────────────────────────────────────────────────────────────────────────────────────────
-- Its oldest entries may go, and nothing else of it may change. What remains is checked from here on.
create table audit_log_anchor (
  is_only  boolean primary key default true check (is_only),
  id       bigint  not null,                                                  -- the last entry that was let go; 0: none
  hash     bytea   not null                                                   -- its hash, with which the first entry that remains is linked
);
insert into audit_log_anchor (id, hash) values (0, decode(repeat('00', 32), 'hex'));
revoke insert, update, delete on audit_log_anchor from flaira_app, app_system;

create or replace function audit_log_append() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_log;
  anchor audit_log_anchor;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit_log', 0));
  select * into head from audit_log order by id desc limit 1;
  select * into anchor from audit_log_anchor;
  new.id := coalesce(head.id, anchor.id) + 1;
  new.prev_hash := coalesce(head.hash, anchor.hash);
  new.hash := audit_log_hash(new);
  return new;
end $$;

-- Only audit_log_forget may delete: it runs as the owner, and says so for the length of its own statement.
create or replace function audit_log_refuse() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('audit_log.forgetting', true) = 'yes'
     and current_user = (select tableowner from pg_tables where schemaname = 'public' and tablename = 'audit_log') then
    return null;
  end if;
  raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
end $$;

-- Lets go of every entry before the moment, which must lie at least eleven months back; answers how many there were.
create function audit_log_forget(before timestamptz) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last audit_log;
  gone bigint;
begin
  if before > now() - interval '11 months' then
    raise exception 'entries of the last eleven months stay' using errcode = 'insufficient_privilege';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('audit_log', 0));
  -- Entries are in the order of their making; a clock that was set back must not tear a hole into the chain.
  select * into last from audit_log a
  where a.at < before and not exists (select from audit_log older where older.id < a.id and older.at >= before)
  order by a.id desc limit 1;
  if last.id is null then return 0; end if;
  update audit_log_anchor set id = last.id, hash = last.hash;
  perform set_config('audit_log.forgetting', 'yes', true);
  delete from audit_log where id <= last.id;
  get diagnostics gone = row_count;
  perform set_config('audit_log.forgetting', '', true);
  return gone;
end $$;
revoke execute on function audit_log_forget(timestamptz) from public;
grant execute on function audit_log_forget(timestamptz) to app_system;

create or replace function audit_log_first_break() returns bigint
  language sql stable
  return (
    select chain.id
    from (
      select a.id, a.prev_hash, a.hash, audit_log_hash(a) as expected,
             lag(a.id, 1, anchor.id) over by_id as id_before,
             lag(a.hash, 1, anchor.hash) over by_id as hash_before
      from audit_log a, audit_log_anchor anchor
      window by_id as (order by a.id)
    ) chain
    where chain.hash <> chain.expected or chain.prev_hash <> chain.hash_before or chain.id <> chain.id_before + 1
    order by chain.id
    limit 1
  );
