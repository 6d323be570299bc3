-- expands
-- When a member chose the name that others see. Until then they appear under a pseudonym. Verified practitioners always appear under their
-- registered name.
alter table community_profiles add column named_at timestamptz;
