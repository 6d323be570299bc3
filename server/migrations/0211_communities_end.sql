-- expands
-- Communities come to an end: archived ones can be read only, and those whose deletion was asked for are deleted on a day.
alter table channels add column archived_at timestamptz;
alter table channels add column delete_at timestamptz;
alter table channels add constraint channels_ending check (kind = 'community' or (archived_at is null and delete_at is null));
create index channels_ending_at on channels (delete_at) where delete_at is not null;
