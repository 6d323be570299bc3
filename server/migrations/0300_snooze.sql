-- expands
-- Entries of the inbox can be put off. Earlier releases show them all the same.
alter table appointment_inbox add column snoozed_until timestamptz(3);
