-- expands
-- A patient may move a confirmed appointment. The reminders of the earlier time then do not count for the new time.
create policy own_reminders on appointment_reminders to app_user
  using (offer_id in (select id from appointment_offers)) with check (offer_id in (select id from appointment_offers));
grant select (offer_id), delete on appointment_reminders to app_user;
