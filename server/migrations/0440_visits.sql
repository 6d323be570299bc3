-- expands
-- A practitioner may read which patient has a booked time, as long as the time belongs to this practitioner.
-- Administrators may read this for every time, and other staff for none. A cancelled or released time no longer reveals
-- the patient.
drop policy staff_works on appointment_offer_times;
create policy administrators_work on appointment_offer_times to app_staff
  using ((select is_administrator())) with check ((select is_administrator()));
create policy practitioners_see_visits on appointment_offer_times for select to app_staff
  using ((select is_doctor()) and time_id in (select id from booked_times where practitioner_id::text = (select request_user_id())
                                                and state in ('held', 'booked', 'arrived', 'done', 'no_show')));

-- An agenda shows a period. A time may begin before this period or end after it.
create index booked_times_during on booked_times using gist (during);
