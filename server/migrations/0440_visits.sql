-- expands
-- Practitioners see who comes to them. What ties a time to a patient is theirs to read while the visit is theirs, and nobody else's of the staff but the
-- administrators'. A time that was cancelled or given up no longer leads to the patient.
drop policy staff_works on appointment_offer_times;
create policy administrators_work on appointment_offer_times to app_staff
  using ((select is_administrator())) with check ((select is_administrator()));
create policy practitioners_see_visits on appointment_offer_times for select to app_staff
  using ((select is_doctor()) and time_id in (select id from booked_times where practitioner_id::text = (select request_user_id())
                                                and state in ('held', 'booked', 'arrived', 'done', 'no_show')));

-- The period of an agenda begins and ends anywhere within a time.
create index booked_times_during on booked_times using gist (during);
