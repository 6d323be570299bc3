-- expands
-- The people who asked for a practitioner in a thread. A person may have a few open questions and may ask a few times
-- per week. A person's second request in the same thread is not counted as another question, and does not restart the
-- deadline. A moderator or a practitioner may remove a request, and must give a reason.

create table practitioner_requests (
  channel_id  uuid        not null,
  post_id     uuid        not null,
  user_id     uuid        not null references users (id) on delete cascade,
  asked_at    timestamptz not null,                                             -- first
  ended_at    timestamptz,                                                      -- answered, withdrawn or removed
  removed_at  timestamptz,
  removed_by  uuid        references users (id) on delete set null,
  reason      text,                                                             -- what the person who asked reads
  primary key (channel_id, post_id, user_id),
  foreign key (channel_id, post_id) references posts (channel_id, id) on delete cascade,
  check ((removed_at is null) = (reason is null))
);
create index practitioner_requests_user on practitioner_requests (user_id, asked_at desc);
create index on practitioner_requests (removed_by);
