-- expands
-- How long a question has waited for a practitioner, and whether the moderators were notified that nobody answered in time.

alter table posts add column asked_at timestamptz;                            -- null beside asks_practitioner: asked before this column
alter table posts add column overdue_told_at timestamptz;                     -- once for each post, also when it is asked again
