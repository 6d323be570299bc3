-- expands
-- When a run was asked for: a run whose job gave up half way has no end, and can be undone all the same.
alter table imports add column began_at timestamptz;
grant update (began_at) on imports to app_staff;
-- An invitation that was lost or has expired is mailed again; how often, so that nobody is mailed without end.
alter table invitations add column mails int not null default 0;
