-- expands
-- The time when a member chose the name that others see. Before that, the member appears under a pseudonym. Verified practitioners always appear under
-- their registered name.
alter table community_profiles add column named_at timestamptz;
