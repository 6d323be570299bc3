-- The functions that the dashboard reads.

-- Returns the three busiest topics in the communities that the patient of this transaction may read. The patient's plan
-- decides which visibilities the patient may read, as in the community's viewer.ts.
create function my_trending_topics(moment timestamptz) returns table (id text, title text, posts_last7 int)
  language sql stable security definer set search_path = public, pg_temp as $$
    select topics.* from users u, busiest_topics(
      array['open'] || case when u.plan <> 'free' then array['paid'] end || case u.plan when 'elite' then array['elite_only'] end,
      array(select f.target from community_follows f where f.user_id = u.id and f.kind = 'tag' and f.state = 'mute'), moment, 3) topics
    where u.id = request_user_id()::uuid
  $$;

-- Returns the facts for the summary of a person's dashboard, in one statement. The function takes the person's role
-- while it runs, so row level security applies. It returns all products, because only the service knows which kinds of
-- treatment the plan contains and can choose the products for them. The catalogue is short.
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
      select a.id, a.number, a.status, a.city_target as city, o.scheduled_at, o.timezone, o.provider_name from appointments a
      join appointment_offers o on o.appointment_id = a.id and o.state in ('open', 'paid', 'agreed')
      where a.patient_id = person and a.status in ('awaiting_payment', 'confirmed') and o.scheduled_at > moment
        and (o.state <> 'open' or o.expires_at > moment)
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
