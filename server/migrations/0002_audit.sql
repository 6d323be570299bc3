-- The audit log: append-only, and each entry contains the hash of the previous one.

-- Who did or viewed what, when and why. Contains ids and no health data.
create table audit_log (
  id            bigint      primary key,                     -- 1, 2, 3 … without gaps, set by the trigger; a missing number means a deleted entry
  at            timestamptz not null default now(),          -- start of the transaction that added the entry
  actor_id      text        not null,                        -- user id, or 'system', or 'visitor'
  actor_role    text,                                        -- role held at that moment; null for system and visitor
  action        text        not null,                        -- domain.verb: case.viewed, photo.viewed, simulation.signed
  subject_type  text        not null,                        -- case, photo, plan, user …
  subject_id    text        not null,
  patient_id    text,                                        -- the patient whose data it is, who can read the entry; null: no patient's data
  reason        text        not null,                        -- a fixed word, such as queue, or a person's own words
  details       jsonb       not null default '{}',           -- ids, counts, versions; never health data
  prev_hash     bytea       not null,                        -- hash of the previous entry; 32 zero bytes for the first
  hash          bytea       not null                         -- audit_log_hash() of this row
);
create index audit_log_patient on audit_log (patient_id, id desc) where patient_id is not null;
create index audit_log_subject on audit_log (subject_type, subject_id, id desc);
create index audit_log_actor on audit_log (actor_id, id desc);
create index audit_log_action on audit_log (action, id desc);

-- Entries are deleted after twelve months. This table contains the last deleted entry. The check of the remaining chain
-- starts from this entry.
create table audit_log_anchor (
  is_only  boolean primary key default true check (is_only),
  id       bigint  not null,                                                  -- the last deleted entry; 0: none
  hash     bytea   not null                                                   -- its hash, which is prev_hash of the first remaining entry
);
insert into audit_log_anchor (id, hash) values (0, decode(repeat('00', 32), 'hex'));

-- The newest entry, stored outside the log, so that the check notices if this entry is deleted from the log.
create table audit_log_head (
  is_only  boolean primary key default true check (is_only),
  id       bigint  not null,                                                  -- the newest entry
  hash     bytea   not null
);
insert into audit_log_head (id, hash) select id, hash from audit_log_anchor;

-- Only audit_log_add(), audit_log_add_look() and audit_log_forget() write these tables, with the rights of the owner. No role writes directly.
revoke insert, update, delete on audit_log, audit_log_anchor, audit_log_head from flaira_app, app_system;

-- ── Adding an entry ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- SHA-256 over the previous hash and every field. The fields are encoded as a JSON array, so that two different rows never produce the same text. The time
-- is a number of microseconds, because the text of a timestamp would depend on the settings of the database session.
create function audit_log_hash(entry audit_log) returns bytea
  language sql immutable
  return sha256(entry.prev_hash || convert_to(jsonb_build_array(
    entry.id, (extract(epoch from entry.at) * 1000000)::bigint, entry.actor_id, entry.actor_role, entry.action,
    entry.subject_type, entry.subject_id, entry.patient_id, entry.reason, entry.details)::text, 'UTF8'));

-- Links a new entry to the newest entry, which audit_log_head names. A removed entry therefore leaves a visible gap.
-- Writers wait for each other until they commit, so a transaction should write its entry as the last step.
create function audit_log_append() returns trigger
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
create trigger append before insert on audit_log for each row execute function audit_log_append();
revoke execute on function audit_log_append() from public;

-- Adds an entry. No other statement adds one. The trigger sets time, number and hashes.
create function audit_log_add(actor text, role text, action text, subject_type text, subject_id text, patient text, reason text, details jsonb) returns void
  language sql security definer set search_path = public, pg_temp as $$
    insert into audit_log (actor_id, actor_role, action, subject_type, subject_id, patient_id, reason, details)
    values (actor, role, action, subject_type, subject_id, patient, reason, details)
  $$;
revoke execute on function audit_log_add(text, text, text, text, text, text, text, jsonb) from public;
grant execute on function audit_log_add(text, text, text, text, text, text, text, jsonb) to flaira_app, app_user, app_staff, app_desk, app_system;

-- Adds an entry about a page that reloads by itself, unless the same person has an equal entry from the last half hour.
-- Every field except the time is compared, so a look at anything new is always added. Only the 100 newest entries of the
-- person are compared. If an equal entry is older than these, another one is added. Entries with a time in the future
-- are ignored; they exist if the clock was set back.
create function audit_log_add_look(actor text, role text, action text, subject_type text, subject_id text, patient text, reason text, details jsonb) returns void
  language sql security definer set search_path = public, pg_temp as $$
    select audit_log_add($1, $2, $3, $4, $5, $6, $7, $8)
    where not exists (
      select from (select * from audit_log a where a.actor_id = $1 order by a.id desc limit 100) recent
      where recent.at between now() - interval '30 minutes' and now()
        and (recent.actor_role, recent.action, recent.subject_type, recent.subject_id, recent.patient_id, recent.reason, recent.details)
          is not distinct from ($2, $3, $4, $5, $6, $7, $8))
  $$;
revoke execute on function audit_log_add_look(text, text, text, text, text, text, text, jsonb) from public;
grant execute on function audit_log_add_look(text, text, text, text, text, text, text, jsonb) to flaira_app, app_user, app_staff, app_desk, app_system;

-- ── Deleting old entries ───────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Only audit_log_forget() may delete. It runs as the owner and sets audit_log.forgetting for its delete statement only.
create function audit_log_refuse() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('audit_log.forgetting', true) = 'yes'
     and current_user = (select tableowner from pg_tables where schemaname = 'public' and tablename = 'audit_log') then
    return null;
  end if;
  raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger refuse_change before update or delete or truncate on audit_log for each statement execute function audit_log_refuse();

-- Deletes all entries before the given time and returns their number. The service keeps entries for twelve months. As a
-- safeguard, the function refuses to delete entries of the last eleven months.
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
  -- Deletes only the entries with lower ids than the first one that must stay. If the clock was set back, an entry with
  -- a higher id may be older than that one. Deleting it would leave a gap in the chain.
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

-- ── Checking the chain ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Returns the id of the first entry with a wrong number, hash or content. If entries are missing only at the end,
-- returns the id of the first missing one. Returns null while the chain is intact.
create function audit_log_first_break() returns bigint
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

-- Checks only the end of the audit log. This is fast enough for a page that checks often.
create function audit_log_end_break() returns bigint
  language sql stable
  return (
    select case when newest.id = head.id then head.id else least(newest.id, head.id) + 1 end
    from audit_log_head head, audit_log_anchor anchor
      left join (select id, hash from audit_log order by id desc limit 1) last on true
      cross join lateral (select coalesce(last.id, anchor.id) as id, coalesce(last.hash, anchor.hash) as hash) newest
    where newest.id <> head.id or newest.hash <> head.hash
  );

-- ── Signed heads ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- The signed heads of the audit log. The heads themselves are files in the photo store. A row is written after its file, so a row without a file shows that
-- the file was removed.
create table audit_signed_heads (
  name      text    primary key,                                              -- of the file
  entry_id  bigint  not null,                                                 -- newest entry when the head was signed
  -- Fingerprint of the key that signed the head. Only heads of the current key are checked.
  key       text    not null
);
create index audit_signed_heads_entry on audit_signed_heads (entry_id);

-- Only the jobs of the audit log write this table.
revoke insert, update, delete on audit_signed_heads from flaira_app;
revoke update on audit_signed_heads from app_system;
