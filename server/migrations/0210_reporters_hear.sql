-- expands
-- Reporters are notified of the outcome of their report. Each reporter may request a review once.
update reports r set decided_in = (select d.id from decisions d where d.report_id = r.id order by d.id desc limit 1) where r.status = 'decided';

create table report_reviews (
  id           uuid        primary key,
  report_id    uuid        not null references reports (id) on delete cascade,
  decision_id  uuid        not null references decisions (id) on delete cascade,  -- which decision they disagree with
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
