-- expands
-- Each entry copies the coordinator of its appointment, so that an index finds a coordinator's entries in order.
-- Earlier releases read the column of the appointment instead.
alter table appointment_inbox drop constraint appointment_inbox_assigned;

set local role app_system;
update appointment_inbox i set coordinator_id = a.coordinator_id
from appointments a where a.id = i.appointment_id and a.coordinator_id is not null;
reset role;

create function inbox_take_coordinator() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.appointment_id is not null then
    new.coordinator_id := (select coordinator_id from appointments where id = new.appointment_id);
  end if;
  return new;
end $$;

create function inbox_follow_coordinator() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update appointment_inbox set coordinator_id = new.coordinator_id where appointment_id = new.id;
  return null;
end $$;

-- The functions run with the rights of app_system, because patients write entries too and cannot see the coordinator. A
-- role can own a function only if it may create objects in the schema of that function.
grant create on schema public to app_system;
alter function inbox_take_coordinator() owner to app_system;
alter function inbox_follow_coordinator() owner to app_system;
revoke create on schema public from app_system;
revoke execute on function inbox_take_coordinator(), inbox_follow_coordinator() from public;
create trigger takes_coordinator before insert on appointment_inbox for each row execute function inbox_take_coordinator();
create trigger inbox_follows_coordinator after update of coordinator_id on appointments
  for each row when (old.coordinator_id is distinct from new.coordinator_id) execute function inbox_follow_coordinator();

create index appointment_inbox_assigned on appointment_inbox
  (coordinator_id, (coalesce((due_at at time zone 'UTC' - interval '1000 years') at time zone 'UTC', created_at)), id) where handled_at is null;
drop index appointment_inbox_coordinator;
create index appointment_inbox_coordinator on appointment_inbox (coordinator_id);
create index appointment_inbox_snoozed on appointment_inbox
  ((coalesce((due_at at time zone 'UTC' - interval '1000 years') at time zone 'UTC', created_at)), id)
  where handled_at is null and snoozed_until is not null;
