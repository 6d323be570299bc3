-- expands
-- Patients read the terms of their own offers.
grant select (deposit_cents, free_until_hours, is_direct) on appointment_offers to app_user;
