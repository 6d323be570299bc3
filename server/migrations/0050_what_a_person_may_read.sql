-- What a transaction that speaks for a patient may read of accounts, events and repeated calls: its own, and of others what a name tag says.
--
-- Not marked `expands`: it goes with 0049 (docs/operations.md).

-- ── People ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- app_user sees its own row only. Not forced: the owner's functions and the checks of foreign keys go on seeing all.
alter table users enable row level security;
create policy service_sees_all on users to flaira_app using (true) with check (true);
create policy system_sees_all on users to app_system using (true) with check (true);
create policy staff_reads on users for select to app_staff using (true);
create policy own_account on users for select to app_user using (id::text = (select request_user_id()));

-- What anybody who is signed in may know of anybody: how they are called, and whether they are one of the team.
create view people as select id, name, friend_name(first_name, last_name) as short_name, role, avatar_id from users;
revoke all on people from flaira_app, app_system;
grant select on people to flaira_app, app_user, app_staff, app_system;

-- The dashboard runs in the name of its person and names friends.
do $$
declare
  before text := pg_get_functiondef('dashboard_facts(uuid, text, timestamptz)'::regprocedure);
  after text := replace(replace(before, 'friend_name(u.first_name, u.last_name) as name', 'u.short_name as name'), 'join users u on', 'join people u on');
begin
  if after = before then raise exception 'dashboard_facts is not as expected'; end if;
  execute after;
end $$;

-- ── Events ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Written through a function, so that nobody needs to read the keys of others in order not to write an event twice.
create function outbox_add(event_topic text, event_payload jsonb, event_key text) returns void
  language sql security definer set search_path = public, pg_temp as $$
    insert into outbox (topic, payload, idempotency_key) values (event_topic, event_payload, event_key)
    on conflict (topic, idempotency_key) do nothing
  $$;
revoke execute on function outbox_add(text, jsonb, text) from public;
grant execute on function outbox_add(text, jsonb, text) to flaira_app, app_user, app_staff, app_system;
revoke insert on outbox from app_user, app_staff;
revoke select (id, topic, idempotency_key) on outbox from app_user, app_staff;

-- ── Repeated calls ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
alter table idempotency_keys enable row level security;
create policy service_sees_all on idempotency_keys to flaira_app using (true) with check (true);
create policy system_sees_all on idempotency_keys to app_system using (true) with check (true);
create policy own_keys on idempotency_keys to app_user, app_staff
  using (scope = (select request_user_id())) with check (scope = (select request_user_id()));
