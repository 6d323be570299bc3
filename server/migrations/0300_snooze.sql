-- expands
-- Entries of the inbox can be postponed. Earlier releases still show postponed entries.
alter table appointment_inbox add column snoozed_until timestamptz(3);
