-- expands
-- Beside the three poses a person may show how the face moves: three expressions, seen from the front. They are photos of a lead, an account and a case
-- like the poses, under the same rules; a simulation is drawn of the poses only.
alter table photos drop constraint photos_pose_check;
alter table photos add constraint photos_pose_check check (pose in ('front', 'right', 'left', 'frown', 'raised_brows', 'smile'));

alter table case_photos drop constraint case_photos_pose_check;
alter table case_photos add constraint case_photos_pose_check check (pose in ('front', 'right', 'left', 'frown', 'raised_brows', 'smile'));

alter table signature_photos drop constraint signature_photos_pose_check;
alter table signature_photos add constraint signature_photos_pose_check check (pose in ('front', 'right', 'left', 'frown', 'raised_brows', 'smile'));

alter table photo_requests drop constraint photo_requests_poses_check;
alter table photo_requests add constraint photo_requests_poses_check
  check (poses <@ array['front', 'right', 'left', 'frown', 'raised_brows', 'smile'] and cardinality(poses) > 0);

-- A set is the three poses: an expression neither completes one nor keeps it from counting.
create or replace function challenge_events(metric text, since timestamptz, until timestamptz, zone text) returns setof timestamptz
  language sql stable as $$
    with shots as materialized (
      select created_at, pose, (created_at at time zone zone)::date as day from photos
      where metric in ('photo_days', 'photos', 'full_sets') and user_id = request_user_id()::uuid and current_at is not null
        and created_at >= since and created_at < until
    )
    select created_at from shots where metric = 'photos'
    union all select min(created_at) from shots where metric = 'photo_days' group by day
    union all select max(first_at)
      from (select day, min(created_at) as first_at from shots where metric = 'full_sets' and pose in ('front', 'right', 'left') group by day, pose) poses
      group by day having count(*) = 3
    union all select at from my_contributions(since, until, 'any') at where metric = 'contributions'
    union all select connected_at from friend_connections where metric = 'new_friends' and connected_at >= since and connected_at < until
  $$;
