-- expands
-- The weekly digest of the community, and the time of a member's last visit.

create table community_digests (
  user_id     uuid         primary key references users (id) on delete cascade,
  is_on       boolean      not null,
  chosen_at   timestamptz  not null,                                          -- the first digest comes after the week in which it was chosen
  told_until  timestamptz,                                                    -- later posts belong in the next digest; null: none was due yet
  sent_at     timestamptz,                                                    -- the last one that left
  leave_key   uuid         not null unique default gen_random_uuid()          -- stands in the mails; whoever has it can turn them off
);
create index community_digests_on on community_digests (user_id) where is_on;
call guard_patient_rows('community_digests');
grant select, insert, update on community_digests to app_user, app_staff;
create policy own_community_digests on community_digests to app_user, app_staff
  using (user_id::text = (select request_user_id())) with check (user_id::text = (select request_user_id()));

-- Unlike community_presence, this table survives a crash. A row is updated only if its seen_at is at least ten minutes
-- old.
create table community_visits (
  user_id     uuid         primary key references users (id) on delete cascade,
  seen_at     timestamptz  not null,
  away_since  timestamptz,                                                    -- the end of the visit before, if a day or more lay between; null: nothing to tell
  back_at     timestamptz,
  check ((away_since is null) = (back_at is null))
);
call guard_patient_rows('community_visits');
grant select, insert, update on community_visits to app_user, app_staff;
create policy own_community_visits on community_visits to app_user, app_staff
  using (user_id::text = (select request_user_id())) with check (user_id::text = (select request_user_id()));
