-- expands
-- Column grants say which columns the roles of patients and the desk may change. These triggers also limit the values,
-- in case someone reaches the database in such a role.

-- A patient may withdraw an offer or end its alternatives. Only the service can mark an offer as paid. Only the clinic can give up a time, because the
-- patient then gets all of the money back.
create function guard_offer_from_patient() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.state is distinct from old.state and new.state <> 'withdrawn' then
    raise exception 'a patient cannot make an offer %', new.state using errcode = 'insufficient_privilege';
  end if;
  if new.alternatives_until is distinct from old.alternatives_until and new.alternatives_until is not null then
    raise exception 'a patient cannot say that the clinic offers other times' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger guard_offer_from_patient before update of state, alternatives_until on appointment_offers
  for each row when (current_user = 'app_user') execute function guard_offer_from_patient();

-- Neither a patient nor the desk can assign a time to another practitioner. A patient may release a time, or book a
-- held time in place of a time that the clinic could not keep.
create function guard_time() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.practitioner_id <> old.practitioner_id then
    raise exception 'this role cannot give a time to another practitioner' using errcode = 'insufficient_privilege';
  end if;
  if current_user = 'app_user' and new.state <> old.state and not (
    (old.state in ('held', 'booked') and new.state in ('released', 'cancelled'))
    or (old.state = 'held' and new.state = 'booked' and exists (
      select from appointment_offer_times t join appointment_offers o on o.id = t.offer_id
      where t.time_id = new.id and o.state in ('paid', 'agreed') and o.alternatives_until is not null))
  ) then
    raise exception 'a patient cannot make a time that is % %', old.state, new.state using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger guard_time before update of practitioner_id, state on booked_times
  for each row when (current_user in ('app_user', 'app_desk')) execute function guard_time();

-- Only the service writes a patient's place in the waiting list.
drop policy own_waits on appointment_waits;
create policy own_waits on appointment_waits for select to app_user using (patient_id::text = (select request_user_id()));
revoke insert, update on appointment_waits from app_user;
