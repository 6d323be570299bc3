-- Skin scores that a doctor signs, and the data of the dashboard: friends, shares, challenges, rewards, products.

-- ── Skin scores ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- The engine's measurements of a front photo, which a doctor confirmed or corrected. They are signed with a published simulation, or alone for a later
-- photo.
create table skin_scores (
  id                 uuid         primary key default gen_random_uuid(),
  patient_id         uuid         not null references users (id) on delete cascade,
  case_id            uuid         not null references cases (id) on delete cascade,
  photo_id           uuid         references photos (id) on delete set null,
  photo_taken_at     timestamptz  not null,
  scores             jsonb        not null,                                     -- by name: value and measured value
  overall            numeric(4,1) not null check (overall between 0 and 100),
  saved_by           uuid         references users (id) on delete set null,
  saved_at           timestamptz  not null,
  -- The signed version of the case with which it was signed. Null: for a later photo, or not signed yet.
  version            int,
  signed_at          timestamptz,
  practitioner_name  text         not null default '',
  check (signed_at is not null or version is null)
);
create unique index skin_scores_saved on skin_scores (case_id) where signed_at is null;
create unique index skin_scores_version on skin_scores (case_id, version) where version is not null;
create index skin_scores_patient on skin_scores (patient_id, photo_taken_at desc, signed_at desc) where signed_at is not null;
create index skin_scores_photo on skin_scores (photo_id);
create index on skin_scores (patient_id);
create index on skin_scores (case_id);
create index on skin_scores (saved_by);

call guard_patient_rows('skin_scores');
create policy own_signed on skin_scores for select to app_user using (signed_at is not null and patient_id::text = (select request_user_id()));
grant select on skin_scores to app_user;
-- Staff can neither change nor remove a signed score.
create policy staff_reads on skin_scores for select to app_staff using (cares_for_patient(patient_id));
create policy staff_saves on skin_scores for insert to app_staff
  with check (saved_by::text = (select request_user_id()) and cares_for_case(case_id));
create policy staff_changes on skin_scores for update to app_staff
  using (signed_at is null and cares_for_case(case_id)) with check (saved_by::text = (select request_user_id()));
create policy staff_removes on skin_scores for delete to app_staff using (signed_at is null and cares_for_case(case_id));
grant select, insert, delete on skin_scores to app_staff;
grant update (photo_id, photo_taken_at, scores, overall, saved_by, saved_at, version, signed_at, practitioner_name) on skin_scores to app_staff;

-- ── Friends ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- A person's link for friends. Someone who opens it may send a request; nothing is shared until the owner of the link agrees too. The token is computed
-- from the seed and a key that is not in the database. Its owner therefore sees the same link each time, and a copy of the database reveals no link.
create table friend_invites (
  user_id     uuid        primary key references users (id) on delete cascade,
  expires_at  timestamptz not null,
  seed        uuid        not null,
  token_hash  bytea       not null unique
);

create table friend_connections (
  id            uuid        primary key default gen_random_uuid(),
  inviter_id    uuid        not null references users (id) on delete cascade,  -- the person whose link was opened
  invitee_id    uuid        not null references users (id) on delete cascade,  -- who opened the link and agreed
  asked_at      timestamptz not null,
  connected_at  timestamptz,                                                   -- when both had agreed; null: the inviter has not agreed
  check (inviter_id <> invitee_id)
);
create unique index friend_connections_pair on friend_connections (least(inviter_id, invitee_id), greatest(inviter_id, invitee_id));
create index friend_connections_inviter on friend_connections (inviter_id);
create index friend_connections_invitee on friend_connections (invitee_id);

-- All that friends may see of a person's skin score. The data has its own table, so that no policy on the scores
-- themselves has to admit friends.
create table friend_scores (
  user_id     uuid        primary key references users (id) on delete cascade,
  overall     int         not null check (overall between 0 and 100),
  updated_at  timestamptz not null
);

call guard_patient_rows('friend_invites');
call guard_patient_rows('friend_connections');
call guard_patient_rows('friend_scores');
create policy own on friend_invites to app_user
  using (user_id::text = (select request_user_id())) with check (user_id::text = (select request_user_id()));
create policy mine on friend_connections for select to app_user
  using ((select request_user_id()) in (inviter_id::text, invitee_id::text));
create policy asked_by_me on friend_connections for insert to app_user
  with check (invitee_id::text = (select request_user_id()) and connected_at is null);
create policy agreed_by_me on friend_connections for update to app_user using (inviter_id::text = (select request_user_id()));
create policy ended_by_me on friend_connections for delete to app_user
  using ((select request_user_id()) in (inviter_id::text, invitee_id::text));
create policy own_and_friends on friend_scores for select to app_user
  using (user_id::text = (select request_user_id())
    or exists (select from friend_connections c where c.connected_at is not null and friend_scores.user_id in (c.inviter_id, c.invitee_id)));
grant select, insert, update on friend_invites to app_user;
grant select, insert, delete on friend_connections to app_user;
grant update (connected_at) on friend_connections to app_user;
grant select on friend_scores to app_user;

-- ── The month, challenges, rewards ─────────────────────────────────────────────────────────────────────────────────────────────────────
create table progress_settings (
  user_id              uuid    primary key references users (id) on delete cascade,
  monthly_target       int     not null default 30 check (monthly_target >= 1),
  achievements_public  boolean not null default false
);

-- Each time that a person shared an invitation, with the way of sharing. The recipient is not stored.
create table share_notes (
  id       bigint      primary key generated always as identity,
  user_id  uuid        not null references users (id) on delete cascade,
  way      text        not null,
  at       timestamptz not null
);
create index share_notes_user on share_notes (user_id, at desc);

-- Each row stores the terms of the challenge, so that a change of the terms does not affect challenges that have begun.
create table challenge_joins (
  id         uuid        primary key default gen_random_uuid(),
  user_id    uuid        not null references users (id) on delete cascade,
  challenge  text        not null,
  metric     text        not null,
  target     int         not null check (target > 0),
  joined_at  timestamptz not null,
  ends_at    timestamptz not null check (ends_at > joined_at),
  zone       text        not null                                              -- IANA name of the person's time zone
);
create index challenge_joins_user on challenge_joins (user_id, challenge, joined_at desc);

create table reward_claims (
  id            uuid        primary key default gen_random_uuid(),
  user_id       uuid        not null references users (id) on delete cascade,
  reward        text        not null,
  claimed_at    timestamptz not null,
  fulfilled_at  timestamptz,
  fulfilled_by  uuid        references users (id) on delete set null,
  unique (user_id, reward)
);
create index reward_claims_open on reward_claims (claimed_at) where fulfilled_at is null;
create index on reward_claims (fulfilled_by);

-- Achievements are stored, so that a person is notified only once of each achievement.
create table achievements_earned (
  user_id      uuid         not null references users (id) on delete cascade,
  achievement  text         not null,
  earned_at    timestamptz  not null,
  primary key (user_id, achievement)
);

call guard_patient_rows('progress_settings');
call guard_patient_rows('share_notes');
call guard_patient_rows('challenge_joins');
call guard_patient_rows('reward_claims');
call guard_patient_rows('achievements_earned');
create policy own on progress_settings to app_user
  using (user_id::text = (select request_user_id())) with check (user_id::text = (select request_user_id()));
create policy own on share_notes to app_user
  using (user_id::text = (select request_user_id())) with check (user_id::text = (select request_user_id()));
create policy own on challenge_joins to app_user
  using (user_id::text = (select request_user_id())) with check (user_id::text = (select request_user_id()));
create policy own on reward_claims for select to app_user using (user_id::text = (select request_user_id()));
create policy own_claimed on reward_claims for insert to app_user
  with check (user_id::text = (select request_user_id()) and fulfilled_at is null);
create policy staff_reads on reward_claims for select to app_staff using (true);
create policy staff_fulfils on reward_claims for update to app_staff using (fulfilled_at is null) with check (fulfilled_by::text = (select request_user_id()));
create policy own on achievements_earned for select to app_user using (user_id::text = (select request_user_id()));
grant select, insert, update on progress_settings to app_user;
grant select, insert on share_notes, reward_claims to app_user;
grant select, insert, delete on challenge_joins to app_user;
grant select on achievements_earned to app_user;
grant select on reward_claims to app_staff;
grant update (fulfilled_at, fulfilled_by) on reward_claims to app_staff;

-- ── Products ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
create table products (
  id              uuid        primary key default gen_random_uuid(),
  name_en         text        not null,
  name_fr         text        not null,
  description_en  text        not null,
  description_fr  text        not null,
  price_cents     int         not null check (price_cents >= 0),
  currency        text        not null,
  for_treatments  text[]      not null,                                        -- recommended if a signed plan has one
  for_scores      text[]      not null,                                        -- recommended if one of these is low
  is_active       boolean     not null,
  position        int         not null,
  version         int         not null default 1,
  updated_at      timestamptz not null,
  check (cardinality(for_treatments) + cardinality(for_scores) > 0)
);
create index products_active on products (position, id) where is_active;
grant select on products to app_user, app_staff;
grant insert, update, delete on products to app_staff;

-- ── What happened ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- The times at which the person of this transaction wrote in communities, without any content.
create function my_contributions(since timestamptz, until timestamptz, kind text) returns setof timestamptz
  language sql stable security definer set search_path = public, pg_temp as $$
    select created_at from posts
    where kind in ('any', 'post') and author_id = request_user_id()::uuid and state = 'visible'
      and id >= uuid_at(since) and created_at >= since and created_at < until
    union all
    select created_at from comments
    where kind = 'any' and author_id = request_user_id()::uuid and state = 'visible'
      and id >= uuid_at(since) and created_at >= since and created_at < until
  $$;

create function has_contributed() returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select exists (select from posts where author_id = request_user_id()::uuid and state = 'visible')
      or exists (select from comments where author_id = request_user_id()::uuid and state = 'visible')
  $$;
revoke execute on function my_contributions(timestamptz, timestamptz, text), has_contributed() from public;
grant execute on function my_contributions(timestamptz, timestamptz, text), has_contributed() to app_user;

-- The times, between start and end, of the events that count for a challenge of the person of this transaction. A full
-- set of photos contains the three poses; it needs no photos of expressions.
create function challenge_events(metric text, since timestamptz, until timestamptz, zone text) returns setof timestamptz
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

-- The challenges of the person of this transaction, with progress and the time of completion.
create view my_challenges with (security_invoker = true) as
  select j.id, j.user_id, j.challenge, j.metric, j.target, j.joined_at, j.ends_at,
         least(coalesce(cardinality(e.moments), 0), j.target) as progress, e.moments[j.target] as completed_at
  from challenge_joins j
  cross join lateral (select array_agg(at order by at) as moments from challenge_events(j.metric, j.joined_at, j.ends_at, j.zone) at) e;
grant select on my_challenges to app_user;

-- The number of different days, up to `enough`, on which the person of this transaction took photos. Each step of the recursion finds the first photo on a
-- later day.
create function photo_days(enough int, zone text) returns int
  language sql stable as $$
    with recursive days as (
      select 1 as n, min(created_at) as at from photos where user_id = request_user_id()::uuid and current_at is not null
      union all
      select n + 1, (select min(created_at) from photos where user_id = request_user_id()::uuid and current_at is not null
                     and created_at >= ((date_trunc('day', days.at at time zone zone) + interval '1 day') at time zone zone))
      from days where days.at is not null and n < enough
    )
    select count(at)::int from days
  $$;

-- ── Dashboard ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Returns the three busiest topics in the communities that the patient of this transaction may read. The patient's
-- subscription plan decides which visibilities the patient may read, as in the community's viewer.ts.
create function my_trending_topics(moment timestamptz) returns table (id text, title text, posts_last7 int)
  language sql stable security definer set search_path = public, pg_temp as $$
    select topics.* from users u, busiest_topics(
      array['open'] || case when u.plan <> 'free' then array['paid'] end || case u.plan when 'elite' then array['elite_only'] end,
      array(select f.target from community_follows f where f.user_id = u.id and f.kind = 'tag' and f.state = 'mute'), moment, 3) topics
    where u.id = request_user_id()::uuid
  $$;
revoke execute on function my_trending_topics(timestamptz) from public;
grant execute on function my_trending_topics(timestamptz) to app_user;

-- Returns the facts for the summary of a person's dashboard, in one statement. The function switches its transaction to
-- the role app_user and to this person, so row level security applies. It returns all products, because only the
-- service knows which kinds of treatment the patient's treatment plan contains and can choose the products for them.
-- The catalogue is short. A visit whose time the clinic cannot keep is left out.
create function dashboard_facts(person uuid, zone text, moment timestamptz) returns jsonb
  language plpgsql volatile as $$
declare
  today date := (moment at time zone zone)::date;
  month_begin timestamptz := date_trunc('month', moment at time zone zone) at time zone zone;
  week_begin timestamptz := (today - 6)::timestamp at time zone zone;
begin
  perform set_config('role', 'app_user', true), set_config('request.user_id', person::text, true);
  return (
    with scores as materialized (
      select distinct on (s.photo_taken_at) s.photo_taken_at, s.signed_at, s.practitioner_name, s.overall, s.scores from skin_scores s
      where s.patient_id = person and s.signed_at is not null
      order by s.photo_taken_at desc, s.signed_at desc limit 24
    ), friends as materialized (
      select c.id, u.short_name as name, f.overall
      from friend_connections c
      join people u on u.id = case when c.inviter_id = person then c.invitee_id else c.inviter_id end
      left join friend_scores f on f.user_id = u.id
      where c.connected_at is not null and person in (c.inviter_id, c.invitee_id)
    ), challenges as materialized (
      select * from my_challenges where user_id = person
    ), plan as materialized (
      select array(
        select item ->> 'kind' from jsonb_array_elements(d.plan -> 'items') item
        union
        select item ->> 'treatment'
        from jsonb_array_elements(coalesce(d.plan -> 'sessions', '[]')) visit, jsonb_array_elements(visit -> 'items') item
      ) as kinds
      from signatures s join cases c on c.id = s.case_id join drafts d on d.case_id = s.case_id and d.version = s.version
      where c.patient_id = person order by s.signed_at desc limit 1
    ), shots as materialized (
      select (created_at at time zone zone)::date as day, created_at from photos
      where user_id = person and current_at is not null and created_at >= least(month_begin, week_begin)
    ), visits as materialized (
      select a.id, a.number, a.status, a.city_target as city, o.is_video, o.scheduled_at, o.timezone, o.provider_name from appointments a
      join appointment_offers o on o.appointment_id = a.id and o.state in ('open', 'paid', 'agreed')
      where a.patient_id = person and a.status in ('awaiting_payment', 'confirmed') and o.scheduled_at > moment
        and (o.state <> 'open' or o.expires_at > moment) and o.alternatives_until is null
      order by o.scheduled_at, a.id limit 3
    )
    select jsonb_build_object(
      'scores', coalesce((select jsonb_agg(to_jsonb(s) order by s.photo_taken_at) from scores s), '[]'),
      'has_open_case', exists (select from cases where patient_id = person and status in ('received', 'in_review')),
      'has_signed_case', exists (select from cases where patient_id = person and published_at is not null),
      'friends', coalesce((select jsonb_agg(to_jsonb(f)) from (select * from friends order by overall desc nulls last, name, id limit 12) f), '[]'),
      'friends_count', (select count(*) from friends),
      'friend_requests', (select count(*) from friend_connections where inviter_id = person and connected_at is null),
      'settings', (select to_jsonb(s) from progress_settings s where s.user_id = person),
      'uploads_month', (select count(*) from shots where created_at >= month_begin),
      'weekly_uploads', (select jsonb_agg((select count(*) from shots where shots.day = today - back) order by back desc) from generate_series(0, 6) back),
      'poses', (select count(*) from unnest(array['front', 'right', 'left']) p(pose)
                where exists (select from photos where user_id = person and photos.pose = p.pose and current_at is not null)),
      'photos', (select count(*) from photos where user_id = person and current_at is not null),
      'photo_days', photo_days(7, zone),
      'challenges_joined', (select count(*) from challenges where joined_at >= month_begin or (ends_at > moment and completed_at is null)),
      'challenges_completed', (select count(*) from challenges where completed_at >= month_begin),
      'ever_completed', exists (select from challenges where completed_at is not null),
      'ever_written', has_contributed(),
      'shares_friends', (select count(*) from share_notes where user_id = person and at >= month_begin),
      'shares_community', (select count(*) from my_contributions(month_begin, 'infinity', 'post')),
      'rewards', coalesce((select jsonb_agg(to_jsonb(r)) from (select reward, claimed_at, fulfilled_at from reward_claims where user_id = person) r), '[]'),
      'earned', coalesce((select jsonb_agg(achievement) from achievements_earned where user_id = person), '[]'),
      'topics', coalesce((select jsonb_agg(to_jsonb(t)) from my_trending_topics(moment) t), '[]'),
      'appointments', coalesce((select jsonb_agg(to_jsonb(v) order by v.scheduled_at, v.id) from visits v), '[]'),
      'plan_kinds', (select to_jsonb(kinds) from plan),
      'products', coalesce((select jsonb_agg(to_jsonb(p) order by p.position, p.id) from products p
        where p.is_active and (cardinality(p.for_treatments) > 0 or cardinality(p.for_scores) > 0)), '[]')
    )
  );
end $$;
revoke execute on function dashboard_facts(uuid, text, timestamptz) from public;
grant execute on function dashboard_facts(uuid, text, timestamptz) to flaira_app;
