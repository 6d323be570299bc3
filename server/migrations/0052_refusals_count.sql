-- expands
-- Who is refused again and again, and who asks for what nobody was ever shown.

-- Refusals by the hour, of accounts and of addresses. `who` is a keyed hash: the row alone names nobody. Rows are kept for two days.
create table refusal_counts (
  hour        timestamptz not null,                                           -- its beginning
  who         text        not null,                                           -- HMAC of `account:<id>` or `address:<address>`
  refusals    int         not null default 0,                                 -- answers NOT_FOUND and FORBIDDEN of procedures
  decoys      int         not null default 0,                                 -- calls that named a decoy
  alarmed_at  timestamptz,                                                    -- when it became an entry of the audit log
  primary key (hour, who)
);

-- Ids that name nothing and stand in no list, two for each table of patient data. Whoever names one has it from somewhere else than our pages. They are
-- no rows of those tables, so no count, search or export can meet them; the login that answers requests cannot read them.
create table decoy_ids (
  id          uuid        primary key default gen_random_uuid(),
  table_name  text        not null
);
revoke all on decoy_ids from flaira_app, app_system;

-- Gives each table of patient data that has ids its two decoys, and answers all of them. Tables come and go with releases.
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

-- The end of the audit log alone: quick, for a page that asks often.
create function audit_log_end_break() returns bigint
  language sql stable
  return (
    select case when newest.id = head.id then head.id else least(newest.id, head.id) + 1 end
    from audit_log_head head, audit_log_anchor anchor
      left join (select id, hash from audit_log order by id desc limit 1) last on true
      cross join lateral (select coalesce(last.id, anchor.id) as id, coalesce(last.hash, anchor.hash) as hash) newest
    where newest.id <> head.id or newest.hash <> head.hash
  );
