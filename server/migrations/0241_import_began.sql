-- expands
-- The time when a run was requested. A run whose job stopped halfway has no end, but can still be undone.
alter table imports add column began_at timestamptz;
grant update (began_at) on imports to app_staff;
-- An invitation that was lost or has expired can be sent again. This counts the emails, so that their number has a limit.
alter table invitations add column mails int not null default 0;
