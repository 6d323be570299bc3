-- expands
-- Entries of the inbox can be postponed. Earlier releases still show them.
alter table appointment_inbox add column snoozed_until timestamptz(3);
