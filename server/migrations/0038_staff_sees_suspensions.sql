-- expands
-- Work is shared out among those who may work now: the transactions of staff see who is suspended.
grant select (suspended_at) on users to app_staff;
