-- expands
-- Patients choose among the times of their own offers and move their booked times. Only staff and the service can create booked times.
revoke insert on booked_times, appointment_offer_times from app_user;
drop policy patients_hold on booked_times;
drop policy own_offer_times on appointment_offer_times;
create policy own_offer_times on appointment_offer_times for select to app_user using (offer_id in (select id from appointment_offers));
create policy own_choice on appointment_offer_times for update to app_user
  using (offer_id in (select id from appointment_offers)) with check (offer_id in (select id from appointment_offers));

-- Practitioners with a verified registration change their own time, at a clinic where they work.
drop policy clinic_works on booked_times;
create policy clinic_works on booked_times to app_staff
  using ((practitioner_id::text = (select request_user_id()) and (select is_doctor())) or works_at(clinic_id, '{owner,nurse,desk}'))
  with check ((practitioner_id::text = (select request_user_id()) and (select is_doctor()) and works_at(clinic_id, '{owner,practitioner,nurse,desk}'))
    or works_at(clinic_id, '{owner,nurse,desk}'));
