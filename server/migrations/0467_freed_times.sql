-- expands
-- Times that became free, until the service has offered them to all patients on the waiting list. A trigger on
-- booked_times adds the rows, because times become free in many ways: an offer runs out, an appointment is cancelled, a
-- visit moves.
create table freed_times (
  id               bigint      primary key generated always as identity,
  site_id          uuid        not null references clinic_sites (id) on delete cascade,
  practitioner_id  uuid        not null references users (id) on delete cascade,
  during           tstzrange   not null,
  freed_at         timestamptz not null
);
create index freed_times_site on freed_times (site_id);
create index freed_times_practitioner on freed_times (practitioner_id);
call guard_patient_rows('freed_times');

-- Runs with the rights of app_system, because the patients and staff who change times may not see this table.
create function note_freed_time() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into freed_times (site_id, practitioner_id, during, freed_at) values (old.site_id, old.practitioner_id, old.during, new.updated_at);
  return null;
end $$;
grant create on schema public to app_system;
alter function note_freed_time() owner to app_system;
revoke create on schema public from app_system;
revoke all on function note_freed_time() from public;
-- If the patient of a visit did not come, no time becomes free, because the time of the visit is over.
create trigger note_freed after update on booked_times for each row
  when (old.state in ('held', 'booked')
        and (new.state in ('released', 'cancelled')
             or (new.state in ('held', 'booked')
                 and (old.during, old.practitioner_id, old.site_id) is distinct from (new.during, new.practitioner_id, new.site_id))))
  execute function note_freed_time();
