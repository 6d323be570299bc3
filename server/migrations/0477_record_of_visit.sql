-- expands
-- The visit at which a treatment record was made. There is no foreign key, so the record stays unchanged when the time is deleted with its clinic.
alter table treatment_records add column time_id uuid; -- of booked_times; null: the visit was not booked here
create index treatment_records_time on treatment_records (time_id) where time_id is not null;
grant insert (time_id) on treatment_records to app_staff;

-- Returns whether a visit belongs to this doctor and this patient. The function runs with the doctor's own rights, so
-- that it reveals no more than the agenda.
create function is_visit_of(asked uuid, patient uuid) returns boolean language sql stable as $$
  select exists (
    select from booked_times b
    join appointment_offer_times t on t.time_id = b.id
    join appointment_offers o on o.id = t.offer_id
    join appointments a on a.id = o.appointment_id
    where b.id = asked and b.practitioner_id::text = request_user_id() and a.patient_id = patient and b.state in ('booked', 'arrived', 'done'))
$$;

-- Returns which of these visits have a record. The function is only for the practitioner of the visits. Another doctor
-- may be in charge of the case by now, so the function reveals nothing else about the record.
create function recorded_visits(asked uuid[]) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select distinct r.time_id from public.treatment_records r join public.booked_times b on b.id = r.time_id
  where r.time_id = any(asked) and b.practitioner_id::text = public.request_user_id();
end;
grant create on schema public to app_system;
alter function recorded_visits(uuid[]) owner to app_system;
revoke create on schema public from app_system;
revoke all on function recorded_visits(uuid[]) from public;
grant execute on function recorded_visits(uuid[]) to app_staff;
