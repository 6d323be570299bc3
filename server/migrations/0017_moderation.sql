-- Reports, decisions, appeals and filters of the communities.

create table reports (
  id            uuid        primary key default gen_random_uuid(),
  subject_kind  text        not null check (subject_kind in ('post', 'comment', 'channel', 'person')),
  subject_id    uuid        not null,
  channel_id    uuid        references channels (id) on delete cascade,         -- null: a person, for administrators
  origin        text        not null default 'report' check (origin in ('report', 'filter')),
  status        text        not null default 'open' check (status in ('open', 'decided')),
  first_at      timestamptz not null,
  last_at       timestamptz not null
);
-- A subject has at most one open report, however many people report it.
create unique index reports_open on reports (subject_kind, subject_id) where status = 'open';
create index reports_queue on reports (status, channel_id, last_at desc, id);
create index reports_all on reports (status, last_at desc, id);
create index on reports (channel_id);

create table report_voices (
  report_id    uuid        not null references reports (id) on delete cascade,
  reporter_id  uuid        references users (id) on delete cascade,
  reason       text        not null,
  note         text        not null default '',
  at           timestamptz not null,
  unique nulls not distinct (report_id, reporter_id)
);
create index report_voices_reporter on report_voices (reporter_id, at desc);

-- A decision with its statement of reasons. A row changes only by an appeal, by an undo (0200), or when the person is
-- notified.
create table decisions (
  id                uuid        primary key,
  report_id         uuid        references reports (id) on delete set null,
  subject_kind      text        not null check (subject_kind in ('post', 'comment', 'channel', 'person')),
  subject_id        uuid        not null,
  channel_id        uuid        references channels (id) on delete cascade,
  person_id         uuid        references users (id) on delete cascade,        -- whom it is about
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
  check ((appeal_words is null) = (appeal_at is null)),
  check (action not in ('remove', 'warn', 'suspend', 'ban') or length(statement) >= 10)
);
create index decisions_channel on decisions (channel_id, id desc);
create index decisions_person on decisions (person_id, id desc);
create index on decisions (report_id);
create index on decisions (decided_by);
create index on decisions (appeal_by);
create index decisions_appeals on decisions (appeal_at) where appeal_at is not null and answered_at is null;

-- People who may not write at present. If channel_id is null, they may not write in any community.
create table suspensions (
  id           uuid        primary key default gen_random_uuid(),
  user_id      uuid        not null references users (id) on delete cascade,
  channel_id   uuid        references channels (id) on delete cascade,
  decision_id  uuid        not null references decisions (id) on delete cascade,
  until        timestamptz,                                                     -- null: for good
  lifted_at    timestamptz
);
create index suspensions_user on suspensions (user_id) where lifted_at is null;
create index on suspensions (user_id);
create index on suspensions (channel_id);
create index on suspensions (decision_id);

create table word_filters (
  id          uuid        primary key default gen_random_uuid(),
  channel_id  uuid        references channels (id) on delete cascade,           -- null: everywhere
  words       text        not null,
  action      text        not null check (action in ('refuse', 'hold')),
  created_by  uuid        references users (id) on delete set null,
  created_at  timestamptz not null,
  unique nulls not distinct (channel_id, words)
);
