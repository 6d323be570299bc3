-- expands
-- The time when a run was requested. A run whose job stopped halfway has no end time, but can still be undone.
alter table imports add column began_at timestamptz;
grant update (began_at) on imports to app_staff;
-- An invitation that was lost or has expired can be sent again. This column counts the emails, so that their number can
-- be limited.
alter table invitations add column mails int not null default 0;
