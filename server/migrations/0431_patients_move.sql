-- expands
-- A patient moves a confirmed appointment: the reminders of the time before do not count for the new one.
create policy own_reminders on appointment_reminders to app_user
  using (offer_id in (select id from appointment_offers)) with check (offer_id in (select id from appointment_offers));
grant select (offer_id), delete on appointment_reminders to app_user;
