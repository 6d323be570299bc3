-- expands
-- The administrator who handles a difference in the books. A difference belongs to no appointment, so it cannot have the coordinator of an appointment.
-- Earlier releases show it as unassigned.
alter table appointment_inbox add column coordinator_id uuid references users (id) on delete set null;
alter table appointment_inbox add constraint appointment_inbox_assigned check (coordinator_id is null or appointment_id is null);
create index appointment_inbox_coordinator on appointment_inbox (coordinator_id) where coordinator_id is not null;

-- The order of the list: entries with a deadline first, then the entries that have waited longest. For this order, the
-- index uses the deadline minus a thousand years. Earlier releases do not use this index.
create index appointment_inbox_order on appointment_inbox
  ((coalesce((due_at at time zone 'UTC' - interval '1000 years') at time zone 'UTC', created_at)), id) where handled_at is null;
