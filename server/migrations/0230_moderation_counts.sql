-- expands
-- Yearly counts of reports, hidden texts, decisions and appeals, for the yearly report of regulation 2022/2065, art. 15 and 24. Only whole numbers,
-- without names. Triggers count each event when it happens, so the counts stay correct when a person or a community is erased later.
create table moderation_counts (
  year    smallint  not null,                                   -- of the event, UTC
  fact    text      not null check (fact in ('reported', 'held_by_filter', 'held_by_reports', 'decided', 'ground', 'time',
                                             'appealed', 'appeal_answered', 'review_asked', 'review_answered')),
  detail  text      not null,                                   -- reason, action, time or outcome; empty where the fact says all
  count   integer   not null check (count > 0),
  primary key (year, fact, detail)
);
revoke insert, update, delete on moderation_counts from flaira_app, app_system;

create function count_moderation(at timestamptz, fact text, detail text) returns void
  language sql set search_path = public, pg_temp as $$
    insert into moderation_counts as c (year, fact, detail, count)
    values (extract(year from count_moderation.at at time zone 'UTC'), count_moderation.fact, coalesce(count_moderation.detail, ''), 1)
    on conflict (year, fact, detail) do update set count = c.count + 1
  $$;
revoke execute on function count_moderation(timestamptz, text, text) from public;

-- The time between the first report and the decision, as a range.
create function decision_time(waited interval) returns text
  language sql immutable as $$
    select case when waited <= interval '1 hour' then 'hour' when waited <= interval '24 hours' then 'day'
      when waited <= interval '72 hours' then 'three_days' when waited <= interval '7 days' then 'week' else 'longer' end
  $$;

create function count_report() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.reporter_id is null then perform count_moderation(new.at, 'held_by_filter', '');
  else perform count_moderation(new.at, 'reported', new.reason); end if;
  return null;
end $$;
create trigger report_voices_count after insert on report_voices for each row execute function count_report();

create function count_hold() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform count_moderation(new.held_at, 'held_by_reports', '');
  return null;
end $$;
create trigger reports_count after update of held_at on reports for each row
  when (old.held_at is null and new.held_at is not null) execute function count_hold();

-- A decision is counted once the person concerned was notified, because a moderator can undo it until then.
create function count_decision() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  reported timestamptz := (select first_at from reports where id = new.report_id);
begin
  perform count_moderation(new.told_at, 'decided', new.action);
  if new.action in ('remove', 'lock', 'warn', 'suspend', 'ban') then perform count_moderation(new.told_at, 'ground', new.reason); end if;
  if reported is not null then perform count_moderation(new.told_at, 'time', decision_time(new.at - reported)); end if;
  return null;
end $$;
create trigger decisions_count after update of told_at on decisions for each row
  when (old.told_at is null and new.told_at is not null) execute function count_decision();

create function count_appeal() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.appeal_at is null and new.appeal_at is not null then perform count_moderation(new.appeal_at, 'appealed', ''); end if;
  if old.appeal_outcome is null and new.appeal_outcome is not null then
    perform count_moderation(new.answered_at, 'appeal_answered', new.appeal_outcome);
  end if;
  return null;
end $$;
create trigger decisions_appeal_count after update of appeal_at, appeal_outcome on decisions for each row execute function count_appeal();

create function count_review() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then perform count_moderation(new.at, 'review_asked', '');
  elsif old.outcome is null and new.outcome is not null then perform count_moderation(new.answered_at, 'review_answered', new.outcome); end if;
  return null;
end $$;
create trigger report_reviews_count after insert or update of outcome on report_reviews for each row execute function count_review();

-- Counts the rows that were stored before these triggers existed.
insert into moderation_counts (year, fact, detail, count)
select extract(year from at at time zone 'UTC'), fact, coalesce(detail, ''), count(*) from (
  select at, case when reporter_id is null then 'held_by_filter' else 'reported' end as fact, case when reporter_id is null then '' else reason end as detail
    from report_voices
  union all select held_at, 'held_by_reports', '' from reports where held_at is not null
  union all select at, 'decided', action from decisions where undone_at is null
  union all select at, 'ground', reason from decisions where undone_at is null and action in ('remove', 'lock', 'warn', 'suspend', 'ban')
  union all select d.at, 'time', decision_time(d.at - r.first_at) from decisions d join reports r on r.id = d.report_id where d.undone_at is null
  union all select appeal_at, 'appealed', '' from decisions where appeal_at is not null
  union all select answered_at, 'appeal_answered', appeal_outcome from decisions where appeal_outcome is not null
  union all select at, 'review_asked', '' from report_reviews
  union all select answered_at, 'review_answered', outcome from report_reviews where outcome is not null
) events (at, fact, detail) group by 1, 2, 3;
