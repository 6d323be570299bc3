-- expands
-- Nurses work at clinics and may not sign. The default profession is for earlier releases, which know only doctors and
-- write no profession. This release always writes the profession.
alter table practitioners
  add column profession text not null default 'doctor' constraint practitioners_profession_check check (profession in ('doctor', 'nurse'));

-- A registration is verified for one profession. The verification must be revoked before the profession can change.
create function keep_verified_profession() returns trigger language plpgsql as $$
begin
  if old.verified_at is not null and new.profession <> old.profession then
    raise exception 'a verified registration keeps its profession' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger practitioners_profession before update of profession on practitioners
  for each row execute function keep_verified_profession();

-- This function guards everything that patients entrust only to doctors: cases, signatures, records, doses, video visits.
create or replace function is_doctor() returns boolean language sql stable as $$
  select exists (select from practitioners
    where user_id::text = request_user_id() and verified_at is not null and profession = 'doctor')
$$;
-- Returns whether the person of this transaction is a verified doctor or nurse. This is sufficient for access to their
-- own visits and times.
create function is_practitioner() returns boolean language sql stable as $$
  select exists (select from practitioners where user_id::text = request_user_id() and verified_at is not null)
$$;

drop policy practitioners_see_visits on appointment_offer_times;
create policy practitioners_see_visits on appointment_offer_times for select to app_staff
  using ((select is_practitioner()) and time_id in (select id from booked_times where practitioner_id::text = (select request_user_id())
                                                      and state in ('held', 'booked', 'arrived', 'done', 'no_show')));

drop policy clinic_works on booked_times;
create policy clinic_works on booked_times to app_staff
  using ((practitioner_id::text = (select request_user_id()) and (select is_practitioner())) or works_at(clinic_id, '{owner,nurse,desk}'))
  with check ((practitioner_id::text = (select request_user_id()) and (select is_practitioner())
                and works_at(clinic_id, '{owner,practitioner,nurse,desk}'))
    or works_at(clinic_id, '{owner,nurse,desk}'));

drop policy practitioners_see_reviews on visit_reviews;
create policy practitioners_see_reviews on visit_reviews for select to app_staff
  using ((select is_practitioner()) and visit_id in (select id from booked_times where practitioner_id::text = (select request_user_id())));

-- The queue, urgent reports and doses were open to all staff, and nurses are staff too. Administrators can withdraw a proposed dose table; only doctors
-- decide on it.
drop policy staff_reads on cases;
create policy staff_reads on cases for select to app_staff
  using (status <> 'withdrawn' and ((select is_doctor()) or (select is_administrator())));
drop policy staff_reads on urgent_reports;
create policy staff_reads on urgent_reports for select to app_staff using ((select is_doctor()) or (select is_administrator()));
drop policy staff_settles on urgent_reports;
create policy staff_settles on urgent_reports for update to app_staff
  using (settled_at is null and ((select is_doctor()) or (select is_administrator()))) with check (true);
drop policy staff_decides on dose_calibrations;
create policy staff_decides on dose_calibrations for update to app_staff
  using (decision is null and ((select is_doctor()) or (select is_administrator())))
  with check (decision is not null and case decision when 'withdrawn' then (select is_administrator()) else (select is_doctor()) end);

-- A nurse carries out no video visit, because such a visit is a doctor's consultation.
create or replace function who_carries_out(asked uuid) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select s.user_id from public.service_practitioners s
  join public.clinic_services v on v.id = s.service_id
  join public.practitioners d on d.user_id = s.user_id
  join public.users u on u.id = s.user_id
  where s.service_id = asked and d.verified_at is not null and (d.profession = 'doctor' or not v.is_video)
    and u.role = 'practitioner' and u.suspended_at is null;
end;
