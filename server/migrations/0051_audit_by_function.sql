-- Entries of the audit log are made by one function, which sets time, number and links itself. The newest one is noted beside the table, so that
-- taking it away shows.
--
-- Not marked `expands`: a process of an earlier release inserts by itself and is refused. It goes with 0049 (docs/operations.md).
create table audit_log_head (
  is_only  boolean primary key default true check (is_only),
  id       bigint  not null,                                                  -- the newest entry that was ever made
  hash     bytea   not null
);
revoke insert, update, delete on audit_log_head from flaira_app, app_system;
insert into audit_log_head (id, hash)
  select coalesce(newest.id, anchor.id), coalesce(newest.hash, anchor.hash)
  from audit_log_anchor anchor left join (select id, hash from audit_log order by id desc limit 1) newest on true;

-- Writers wait for each other until they commit. The link is to the entry that the head names: after a removal the gap stays.
create or replace function audit_log_append() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_log_head;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit_log', 0));
  select * into head from audit_log_head;
  new.id := head.id + 1;
  new.at := now();
  new.prev_hash := head.hash;
  new.hash := audit_log_hash(new);
  update audit_log_head set id = new.id, hash = new.hash;
  return new;
end $$;

create function audit_log_add(actor text, role text, action text, subject_type text, subject_id text, patient text, reason text, details jsonb) returns void
  language sql security definer set search_path = public, pg_temp as $$
    insert into audit_log (actor_id, actor_role, action, subject_type, subject_id, patient_id, reason, details)
    values (actor, role, action, subject_type, subject_id, patient, reason, details)
  $$;
revoke execute on function audit_log_add(text, text, text, text, text, text, text, jsonb) from public;
grant execute on function audit_log_add(text, text, text, text, text, text, text, jsonb) to flaira_app, app_user, app_staff, app_system;
revoke insert on audit_log from flaira_app, app_user, app_staff, app_system;

-- The first entry whose number, link or content does not fit, or that is missing at the end; null while the chain holds.
create or replace function audit_log_first_break() returns bigint
  language sql stable
  return coalesce(
    (
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
    ),
    (
      select case when newest.id = head.id then head.id else least(newest.id, head.id) + 1 end
      from audit_log_head head, audit_log_anchor anchor
        left join (select id, hash from audit_log order by id desc limit 1) last on true
        cross join lateral (select coalesce(last.id, anchor.id) as id, coalesce(last.hash, anchor.hash) as hash) newest
      where newest.id <> head.id or newest.hash <> head.hash
    ));

-- What PostgreSQL says of a failed statement may hold what was in it ("Key (email)=(…) already exists"). Only a superuser may say so for a role;
-- elsewhere it is a setting of the server (docs/operations.md).
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
