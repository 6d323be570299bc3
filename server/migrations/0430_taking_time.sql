-- expands
-- Patients hold times and move their own times. An expired hold may belong to another patient, whose rows a patient
-- cannot change. This function releases the expired hold.
create function release_run_out(asked_practitioner uuid, asked_site uuid, asked tstzrange, asked_at timestamptz, but uuid) returns void
  language sql security definer set search_path = public, pg_temp
begin atomic
  update public.booked_times set state = 'released', held_until = null, updated_at = asked_at
  where state = 'held' and held_until <= asked_at and blocked && asked and (practitioner_id = asked_practitioner or site_id = asked_site)
    and id is distinct from but;
end;
-- Row level security applies to the owner of the table too. app_system sees all rows, so it owns the function. A role
-- can own a function only if it may create objects in the schema of that function.
grant create on schema public to app_system;
alter function release_run_out(uuid, uuid, tstzrange, timestamptz, uuid) owner to app_system;
revoke create on schema public from app_system;
revoke all on function release_run_out(uuid, uuid, tstzrange, timestamptz, uuid) from public;
grant execute on function release_run_out(uuid, uuid, tstzrange, timestamptz, uuid) to app_user, app_staff, app_system;

-- Runs with the rights of its owner, because patients may not read who is suspended.
create function who_carries_out(asked uuid) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select s.user_id from public.service_practitioners s
  join public.practitioners d on d.user_id = s.user_id
  join public.users u on u.id = s.user_id
  where s.service_id = asked and d.verified_at is not null and u.role = 'practitioner' and u.suspended_at is null;
end;
revoke all on function who_carries_out(uuid) from public;
grant execute on function who_carries_out(uuid) to app_user, app_staff, app_system;

grant update (room_id, practitioner_id, site_id) on booked_times to app_user;

-- The patient chooses one of the times of an offer. The quote names the chosen time, so the patient accepts the quote afterwards.
grant update (scheduled_at, timezone) on appointment_offers to app_user;
