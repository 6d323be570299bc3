-- Communities: member profiles, channels and members.

-- ── People ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- A member's profile in the communities. Created at the first visit.
create table community_profiles (
  user_id       uuid        primary key references users (id) on delete cascade,
  handle        text        not null unique check (handle ~ '^[a-z0-9][a-z0-9_]*[a-z0-9]$' and length(handle) between 3 and 30),
  display_name  text        not null,
  bio           text        not null default '',
  contributions int         not null default 0,                                -- posts and comments, without held ones
  likes         int         not null default 0,                                -- likes that their texts received
  created_at    timestamptz not null default now(),
  named_at      timestamptz,                                                   -- when the member chose the name that others see. Until then, a
                                                                               -- practitioner has the real name, and another member a pseudonym
  reads         text[]      check (cardinality(reads) > 0),                    -- languages that the member reads, ISO 639-1; null: all
  names         text        not null generated always as (fold(handle || ' ' || display_name)) stored
);
create index community_profiles_names on community_profiles using gin (names gin_trgm_ops);

-- The members who are online. Unlogged: a crash of the database empties the table, and nobody needs the rows afterwards.
create unlogged table community_presence (
  user_id  uuid        primary key references users (id) on delete cascade,
  seen_at  timestamptz not null
);
create index community_presence_seen on community_presence (seen_at);

-- The last visit of a member. Unlike community_presence, this table survives a crash. A row is updated only if its seen_at is at least ten minutes
-- old.
create table community_visits (
  user_id     uuid         primary key references users (id) on delete cascade,
  seen_at     timestamptz  not null,
  -- The time of the previous visit, if it was at least a day before back_at. Null: no such absence.
  away_since  timestamptz,
  back_at     timestamptz,
  check ((away_since is null) = (back_at is null))
);
call guard_patient_rows('community_visits');
grant select, insert, update on community_visits to app_user, app_staff;
create policy own_community_visits on community_visits to app_user, app_staff
  using (user_id::text = (select request_user_id())) with check (user_id::text = (select request_user_id()));

-- The weekly digest of the community.
create table community_digests (
  user_id     uuid         primary key references users (id) on delete cascade,
  is_on       boolean      not null,
  -- When the digest was switched on or off. The first digest is sent on the next Monday.
  chosen_at   timestamptz  not null,
  told_until  timestamptz,                                                    -- end of the time that the last digest covers; null: none was due yet
  sent_at     timestamptz,                                                    -- when the last digest was sent
  -- Part of the unsubscribe link in the emails. Anyone who has it can switch the digest off.
  leave_key   uuid         not null unique default gen_random_uuid()
);
create index community_digests_on on community_digests (user_id) where is_on;
call guard_patient_rows('community_digests');
grant select, insert, update on community_digests to app_user, app_staff;
create policy own_community_digests on community_digests to app_user, app_staff
  using (user_id::text = (select request_user_id())) with check (user_id::text = (select request_user_id()));

-- ── Communities ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
create table channels (
  id             uuid        primary key default gen_random_uuid(),
  slug           text        not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) >= 3),
  kind           text        not null default 'community' check (kind in ('community', 'page')),
  page_of        uuid        unique references users (id) on delete cascade,   -- the person whose own page it is
  name           text,
  description    text,
  visibility     text        not null default 'open' check (visibility in ('open', 'paid', 'elite_only')),
  join_policy    text        not null default 'open' check (join_policy in ('open', 'request')),
  rules          text[]      not null default '{}',
  banner_path    text,                                                         -- in the bucket community-assets
  icon_path      text,
  members_count  int         not null default 0 check (members_count >= 0),
  posts_count    int         not null default 0,
  created_by     uuid        references users (id) on delete set null,
  created_at     timestamptz not null,
  archived_at    timestamptz,                                                  -- since when the community can only be read
  delete_at      timestamptz,                                                  -- when the community will be deleted, as requested
  web_since      timestamptz,                                                  -- since when the owner allows posts that everyone can read without an account
  names          text        not null generated always as (fold(slug || ' ' || coalesce(name, '') || ' ' || coalesce(description, ''))) stored,
  check ((kind = 'page') = (page_of is not null)),
  constraint channels_ending check (kind = 'community' or (archived_at is null and delete_at is null)),
  constraint channels_on_web check (web_since is null or kind = 'community')
);
create index on channels (created_by);
create index channels_name on channels (kind, fold(coalesce(name, '')), id);
create index channels_names on channels using gin (names gin_trgm_ops);
create index channels_ending_at on channels (delete_at) where delete_at is not null;

create table channel_themes (
  channel_id  uuid  not null references channels (id) on delete cascade,
  theme       text  not null,
  position    int   not null,
  primary key (channel_id, theme)
);
create index channel_themes_theme on channel_themes (fold(theme));

create table channel_members (
  channel_id  uuid        not null references channels (id) on delete cascade,
  user_id     uuid        not null references users (id) on delete cascade,
  role        text        not null default 'member' check (role in ('owner', 'moderator', 'member')),
  joined_at   timestamptz not null,
  seen_at     timestamptz not null,                                            -- last opening of the community's page
  primary key (channel_id, user_id)
);
create index channel_members_user on channel_members (user_id, role);
create index channel_members_staff on channel_members (channel_id) where role <> 'member';

-- Only this trigger changes the number of members. People who join and leave at the same time wait for the lock on the
-- community's row.
create function channel_members_count() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update channels set members_count = members_count + 1 where id = new.channel_id;
  else
    update channels set members_count = members_count - 1 where id = old.channel_id;
  end if;
  return null;
end $$;
create trigger count_members after insert or delete on channel_members for each row execute function channel_members_count();

create table channel_invites (
  id          uuid        primary key default gen_random_uuid(),
  channel_id  uuid        not null references channels (id) on delete cascade,
  user_id     uuid        not null references users (id) on delete cascade,
  invited_by  uuid        references users (id) on delete set null,
  created_at  timestamptz not null,
  unique (channel_id, user_id)
);
create index channel_invites_user on channel_invites (user_id);
create index on channel_invites (invited_by);

create table channel_join_requests (
  channel_id  uuid        not null references channels (id) on delete cascade,
  user_id     uuid        not null references users (id) on delete cascade,
  words       text        not null default '',
  created_at  timestamptz not null,
  primary key (channel_id, user_id)
);
create index on channel_join_requests (user_id);

-- ── Search for misspelled names ────────────────────────────────────────────────────────────────────────────────────────────────────────
create function community_people_like(words text, most int) returns table (user_id uuid, nearness real)
  language sql stable set pg_trgm.word_similarity_threshold = 0.45
  begin atomic
    select p.user_id, word_similarity(fold(words), p.names)
    from community_profiles p
    where fold(words) <% p.names
    order by 2 desc, p.user_id
    limit most;
  end;
create function community_channels_like(words text, most int) returns table (channel_id uuid, nearness real)
  language sql stable set pg_trgm.word_similarity_threshold = 0.45
  begin atomic
    select c.id, word_similarity(fold(words), c.names)
    from channels c
    where fold(words) <% c.names and c.kind = 'community'
    order by 2 desc, c.id
    limit most;
  end;
