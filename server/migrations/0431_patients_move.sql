-- expands
-- A patient may move a confirmed appointment. The move deletes the reminders that were sent for the earlier time, so
-- that the patient gets reminders for the new time.
create policy own_reminders on appointment_reminders to app_user
  using (offer_id in (select id from appointment_offers)) with check (offer_id in (select id from appointment_offers));
grant select (offer_id), delete on appointment_reminders to app_user;
