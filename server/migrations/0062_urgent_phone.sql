-- expands
-- The number a doctor calls about an urgent report, where the patient gave another one than their account has.
alter table urgent_reports add column phone text;
create policy own_phone on urgent_reports for update to app_user
  using (user_id::text = (select request_user_id()) and settled_at is null)
  with check (user_id::text = (select request_user_id()));
grant update (phone) on urgent_reports to app_user;
