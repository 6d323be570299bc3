-- Moderation of the communities: reports, decisions, appeals, reviews and filters, and their yearly counts.

create table reports (
  id            uuid        primary key default gen_random_uuid(),
  subject_kind  text        not null check (subject_kind in ('post', 'comment', 'channel', 'person')),
  subject_id    uuid        not null,
  channel_id    uuid        references channels (id) on delete cascade,         -- null: for reports about a person
  origin        text        not null default 'report' check (origin in ('report', 'filter')),
  status        text        not null default 'open' check (status in ('open', 'decided')),
  first_at      timestamptz not null,
  last_at       timestamptz not null,
  severity      integer     not null default 0,                                 -- the weight of the most severe of its reasons (severity.ts)
  -- Enough people reported it to hide it, but reports cannot hide texts of administrators, moderators and verified
  -- doctors.
  is_raised     boolean     not null default false,
  voices_count  integer     not null default 0,
  reasons       text[]      not null default '{}',                              -- all different reasons of the reports
  held_at       timestamptz,                                                    -- when the text was hidden because many people had reported it
  decided_in    uuid,                                                           -- the row of decisions that closed it
  -- The most dangerous reports come first, then those with the most reporters, then the oldest. The numbers are negative,
  -- so that all keys of the queue sort in ascending order.
  queue_rank    integer     not null generated always as
    (-((severity + case when is_raised then 100 else 0 end) * 10000 + least(voices_count, 9999))) stored
);
-- A subject has at most one open report, however many people report it.
create unique index reports_open on reports (subject_kind, subject_id) where status = 'open';
create index reports_queue on reports (status, channel_id, last_at desc, id);
create index reports_all on reports (status, last_at desc, id);
create index on reports (channel_id);
create index on reports (decided_in);
create index reports_urgent on reports (channel_id, queue_rank, first_at, id) where status = 'open';
create index reports_urgent_all on reports (queue_rank, first_at, id) where status = 'open';

create table report_voices (
  report_id    uuid        not null references reports (id) on delete cascade,
  reporter_id  uuid        references users (id) on delete cascade,
  reason       text        not null,
  note         text        not null default '',
  at           timestamptz not null,
  unique nulls not distinct (report_id, reporter_id)
);
create index report_voices_reporter on report_voices (reporter_id, at desc);

-- A decision with its statement of reasons. A row changes only when the person appeals or is notified, or when a moderator answers the appeal, undoes the
-- decision, or reopens the discussion that it closed. A moderator can undo a decision for some seconds. The service notifies nobody before these seconds are
-- over.
create table decisions (
  id                uuid        primary key,
  report_id         uuid        references reports (id) on delete set null,
  subject_kind      text        not null check (subject_kind in ('post', 'comment', 'channel', 'person')),
  subject_id        uuid        not null,
  version           int,                                                        -- version of the judged text: the subject of the decision or of
                                                                                -- its report; null if there is no text
  channel_id        uuid        references channels (id) on delete cascade,
  person_id         uuid        references users (id) on delete cascade,        -- the person concerned
  action            text        not null check (action in ('remove', 'restore', 'lock', 'unlock', 'warn', 'suspend', 'ban', 'lift', 'dismiss')),
  reason            text,
  statement         text        not null default '',
  decided_by        uuid        references users (id) on delete set null,
  at                timestamptz not null,
  until             timestamptz,
  appeal_words      text,
  appeal_at         timestamptz,
  appeal_outcome    text        check (appeal_outcome in ('upheld', 'reversed')),
  appeal_statement  text,
  appeal_by         uuid        references users (id) on delete set null,
  answered_at       timestamptz,
  before            jsonb       not null default '{}',                          -- earlier state, which an undo restores
  told_at           timestamptz,                                                -- when the person was notified
  undone_at         timestamptz,
  reopened_at       timestamptz,                                                -- when a moderator reopened the discussion that the decision had closed
  check ((appeal_words is null) = (appeal_at is null)),
  check (action not in ('remove', 'warn', 'suspend', 'ban') or length(statement) >= 10)
);
create index decisions_channel on decisions (channel_id, id desc);
create index decisions_person on decisions (person_id, id desc);
create index on decisions (report_id);
create index on decisions (decided_by);
create index on decisions (appeal_by);
create index decisions_appeals on decisions (appeal_at) where appeal_at is not null and answered_at is null;
create index decisions_subject on decisions (subject_kind, subject_id, id desc);
-- The two tables refer to each other, so this reference can only be added here.
alter table reports add constraint reports_decided_in_fkey foreign key (decided_in) references decisions (id) on delete set null;

-- People who may not write at present. If channel_id is null, they may not write in any community.
create table suspensions (
  id           uuid        primary key default gen_random_uuid(),
  user_id      uuid        not null references users (id) on delete cascade,
  channel_id   uuid        references channels (id) on delete cascade,
  decision_id  uuid        not null references decisions (id) on delete cascade,
  until        timestamptz,                                                     -- null: without an end
  lifted_at    timestamptz
);
create index suspensions_user on suspensions (user_id) where lifted_at is null;
create index on suspensions (user_id);
create index on suspensions (channel_id);
create index on suspensions (decision_id);

-- Returns whether a moderator is not suspended. A suspended account must not moderate, even if the service has missed the suspension. A suspension
-- in one community does not bind administrators, because a moderator of that community may have decided it.
create function moderator_in_office(moderator uuid, channel uuid, at timestamptz) returns boolean
  language sql stable set search_path = public, pg_temp as $$
    select not exists (select from users u where u.id = moderator and u.suspended_at is not null)
      and not exists (select from suspensions s where s.user_id = moderator and s.lifted_at is null and (s.until is null or s.until > at)
      and (s.channel_id is null or (s.channel_id = channel and not exists (select from users u where u.id = moderator and u.role = 'admin'))))
  $$;
create function decisions_by_moderators() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (tg_op = 'INSERT' and not moderator_in_office(new.decided_by, new.channel_id, new.at))
    or (tg_op = 'UPDATE' and not moderator_in_office(new.appeal_by, new.channel_id, new.answered_at)) then
    raise exception 'a suspended account does not moderate' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger moderators_decide before insert on decisions for each row execute function decisions_by_moderators();
create trigger moderators_answer before update of appeal_outcome on decisions for each row
  when (new.appeal_outcome is not null) execute function decisions_by_moderators();
revoke execute on function decisions_by_moderators() from public;

-- The person who takes over a community when an owner leaves. Suspended people get no community. Members who may read the community through its visibility,
-- their plan or their role come before all others. Within both groups, owners come first, then moderators, then the other members, each with the longest
-- membership first. The members are sorted before the function checks them for suspensions, so that it checks only the first few.
create function community_successor(channel uuid, leaver uuid, at timestamptz) returns uuid
  language sql stable set search_path = public, pg_temp as $$
    select s.user_id from (
      select m.user_id from channel_members m join channels c on c.id = m.channel_id join users u on u.id = m.user_id
        left join practitioners d on d.user_id = m.user_id
      where m.channel_id = channel and m.user_id <> leaver
      order by (c.visibility = 'open' or u.role = 'admin'
          or coalesce(u.role = 'practitioner' and d.verified_at is not null and d.profession = 'doctor', false)
          or u.plan = 'elite' or (c.visibility = 'paid' and u.plan in ('essential', 'plus'))) desc,
        m.role = 'owner' desc, m.role = 'moderator' desc, m.joined_at, m.user_id offset 0) s
    where moderator_in_office(s.user_id, channel, at) limit 1
  $$;

create table word_filters (
  id          uuid        primary key default gen_random_uuid(),
  channel_id  uuid        references channels (id) on delete cascade,           -- null: everywhere
  words       text        not null,
  action      text        not null check (action in ('refuse', 'hold')),
  created_by  uuid        references users (id) on delete set null,
  created_at  timestamptz not null,
  unique nulls not distinct (channel_id, words)
);

-- When a text is hidden without a person's decision, its author receives a statement of reasons (DSA, Article 17). The
-- author may reply to it once, and the moderator reads the reply with the report. The decision on the report is the
-- outcome, so this table stores no outcome.
create table holds (
  id            uuid        primary key,
  report_id     uuid        not null references reports (id) on delete cascade,
  person_id     uuid        not null references users (id) on delete cascade,      -- the author
  subject_kind  text        not null check (subject_kind in ('post', 'comment')),
  subject_id    uuid        not null,
  cause         text        not null check (cause in ('reports', 'filter')),
  reason        text        not null,                                              -- the most severe one that counted
  at            timestamptz not null,
  words         text,                                                              -- the author's reply
  words_at      timestamptz,
  reminded_at   timestamptz,                                                       -- when the moderators were reminded of the overdue decision
  check ((words is null) = (words_at is null))
);
create index on holds (report_id);
create index holds_person on holds (person_id, id desc);
create index holds_subject on holds (subject_id, id desc);
create index holds_late on holds (at) where reminded_at is null;

-- Reporters are notified of the outcome of their report. Each reporter may request a review once.
create table report_reviews (
  id           uuid        primary key,
  report_id    uuid        not null references reports (id) on delete cascade,
  decision_id  uuid        not null references decisions (id) on delete cascade,  -- the decision that is disputed
  reporter_id  uuid        not null references users (id) on delete cascade,
  words        text        not null,
  at           timestamptz not null,
  outcome      text        check (outcome in ('upheld', 'reversed')),
  statement    text,
  answered_by  uuid        references users (id) on delete set null,
  answered_at  timestamptz,
  unique (report_id, reporter_id),
  check ((outcome is null) = (answered_at is null))
);
create index on report_reviews (decision_id);
create index on report_reviews (reporter_id);
create index on report_reviews (answered_by);
create index report_reviews_open on report_reviews (id) where answered_at is null;

-- ── Counts ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Yearly counts of reports, hidden texts, decisions and appeals, for the yearly report of regulation 2022/2065, art. 15 and 24. Only whole numbers,
-- without names. Triggers count each event when it happens, so the counts stay correct when a person or a community is erased later.
create table moderation_counts (
  year    smallint  not null,                                   -- of the event, UTC
  fact    text      not null check (fact in ('reported', 'held_by_filter', 'held_by_reports', 'decided', 'ground', 'time',
                                             'appealed', 'appeal_answered', 'review_asked', 'review_answered')),
  detail  text      not null,                                   -- reason, action, time or outcome; empty if the fact needs none
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
revoke execute on function count_report() from public;

create function count_hold() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform count_moderation(new.held_at, 'held_by_reports', '');
  return null;
end $$;
create trigger reports_count after update of held_at on reports for each row
  when (old.held_at is null and new.held_at is not null) execute function count_hold();
revoke execute on function count_hold() from public;

-- A decision is counted only when the person concerned has been notified, because a moderator can undo it until then.
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
revoke execute on function count_decision() from public;

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
revoke execute on function count_appeal() from public;

create function count_review() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then perform count_moderation(new.at, 'review_asked', '');
  elsif old.outcome is null and new.outcome is not null then perform count_moderation(new.answered_at, 'review_answered', new.outcome); end if;
  return null;
end $$;
create trigger report_reviews_count after insert or update of outcome on report_reviews for each row execute function count_review();
revoke execute on function count_review() from public;
