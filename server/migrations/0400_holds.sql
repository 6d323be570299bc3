-- expands
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
  reason        text        not null,                                              -- the gravest that counted
  at            timestamptz not null,
  words         text,                                                              -- what the author answers
  words_at      timestamptz,
  reminded_at   timestamptz,                                                       -- the moderators were told that it is late
  check ((words is null) = (words_at is null))
);
create index on holds (report_id);
create index holds_person on holds (person_id, id desc);
create index holds_subject on holds (subject_id, id desc);
create index holds_late on holds (at) where reminded_at is null;
