-- expands
-- Communities can end. An archived community can only be read. A community whose deletion was requested is deleted on the day in delete_at.
alter table channels add column archived_at timestamptz;
alter table channels add column delete_at timestamptz;
alter table channels add constraint channels_ending check (kind = 'community' or (archived_at is null and delete_at is null));
create index channels_ending_at on channels (delete_at) where delete_at is not null;
