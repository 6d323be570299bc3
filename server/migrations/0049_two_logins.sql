-- Two logins. flaira_app answers requests and can no longer become app_system: a statement that slips into a transaction of a person stays
-- one of that person. flaira_system works on jobs and events, and does the few things for a caller that server/test/system-uses.test.ts lists.
--
-- Not marked `expands`: a process of an earlier release asks for app_system over flaira_app and is refused (docs/operations.md).
do $$
begin
  begin
    if not exists (select from pg_roles where rolname = 'flaira_system') then
      create role flaira_system nologin;
    end if;
  exception when duplicate_object or unique_violation then
    null;
  end;
  -- It has the rights of app_system before it becomes it, too: what it reads outside a transaction is its own business.
  if not exists (
    select from pg_auth_members m
    where m.roleid = 'app_system'::regrole and m.member = 'flaira_system'::regrole and m.set_option and m.inherit_option
  ) then
    grant app_system to flaira_system with inherit true, set true;
  end if;
  -- The owner, too, may have reached it through flaira_app only.
  if not exists (
    select from pg_auth_members m where m.roleid = 'app_system'::regrole and m.member = current_user::regrole and m.set_option
  ) and not (select rolsuper from pg_roles where rolname = current_user) then
    grant app_system to current_user with inherit false, set true;
  end if;
  if exists (select from pg_auth_members m where m.roleid = 'app_system'::regrole and m.member = 'flaira_app'::regrole) then
    revoke app_system from flaira_app;
  end if;
end $$;

grant usage on schema public to flaira_system;

-- An access ended: ends the links to this person's photos, and those to photos of the people whose things this person looked at within a day.
-- Links live an hour, and a day holds the longest sitting over one case. It concerns rows of others, so it runs with the rights of app_system,
-- whoever calls it. All that it can do is end links.
create function revoke_photo_links(person text) returns void
  language sql security definer set search_path = public, pg_temp as $$
    update person_keys set link_epoch = link_epoch + 1
    where user_id = person
       or user_id in (select patient_id from audit_log where actor_id = person and patient_id is not null and at > now() - interval '1 day');
  $$;
revoke execute on function revoke_photo_links(text) from public;
grant execute on function revoke_photo_links(text) to flaira_app, app_user, app_staff, app_system;
-- A role may own a function where it may create one.
grant create on schema public to app_system;
alter function revoke_photo_links(text) owner to app_system;
revoke create on schema public from app_system;
