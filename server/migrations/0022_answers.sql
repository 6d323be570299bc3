-- Answers of verified practitioners: who asked for them, their signatures and co-signatures, and the guides that practitioners reviewed.

-- The people who asked for a practitioner in a thread. A person may have a few open questions and may ask a few times
-- per week. A person's second request in the same thread is not counted as another question, and does not restart the
-- deadline. A moderator or a practitioner may remove a request, and must give a reason.
create table practitioner_requests (
  channel_id  uuid        not null,
  post_id     uuid        not null,
  user_id     uuid        not null references users (id) on delete cascade,
  asked_at    timestamptz not null,                                             -- first request in this thread
  ended_at    timestamptz,                                                      -- when answered, withdrawn or removed
  removed_at  timestamptz,
  removed_by  uuid        references users (id) on delete set null,
  -- The reason for the removal, which the person who asked can read.
  reason      text,
  primary key (channel_id, post_id, user_id),
  foreign key (channel_id, post_id) references posts (channel_id, id) on delete cascade,
  check ((removed_at is null) = (reason is null))
);
create index practitioner_requests_user on practitioner_requests (user_id, asked_at desc);
create index on practitioner_requests (removed_by);

-- The signature of a verified practitioner's answer: the name and the registration at the time of writing. Later
-- changes of the profile or of the registration do not change the signature. It is deleted with the comment, and with
-- the account.
create table answer_signatures (
  channel_id           uuid        not null,
  comment_id           uuid        not null,
  user_id              uuid        not null references users (id) on delete cascade,
  name                 text        not null,
  speciality           text        not null,
  registration_number  text        not null,
  registration_body    text        not null,
  signed_at            timestamptz not null,
  primary key (channel_id, comment_id),
  foreign key (channel_id, comment_id) references comments (channel_id, id) on delete cascade
);
create index answer_signatures_user on answer_signatures (user_id);
revoke update on answer_signatures from flaira_app;

-- A co-signature: a second verified practitioner confirms a signed answer. It stores the practitioner's name and
-- registration at that time, and belongs to one signature. It is deleted when the answer is signed again, when the
-- answer is deleted, or when one of the two accounts is deleted.
create table answer_cosignatures (
  channel_id           uuid        not null,
  comment_id           uuid        not null,
  user_id              uuid        not null references users (id) on delete cascade,
  name                 text        not null,
  speciality           text        not null,
  registration_number  text        not null,
  registration_body    text        not null,
  signed_at            timestamptz not null,
  primary key (channel_id, comment_id, user_id),
  foreign key (channel_id, comment_id) references answer_signatures (channel_id, comment_id) on delete cascade
);
create index answer_cosignatures_user on answer_cosignatures (user_id);
revoke update on answer_cosignatures from flaira_app;

-- ── Guides ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Guides of a community. The author changes the text in `guides`. Other people read the text in `guide_reviews`, which
-- a verified practitioner has confirmed. A guide without a row in `guide_reviews` is not published. A guide is deleted
-- with the account of its author, and a review with the account of the reviewer.
create table guides (
  id              uuid        primary key,
  channel_id      uuid        not null references channels (id) on delete cascade,
  author_id       uuid        not null references users (id) on delete cascade,
  comment_id      uuid,                                                        -- the answer that it comes from
  title           text        not null,
  body            text        not null,
  words           text        not null,
  lang            text,
  version         integer     not null default 1,
  created_at      timestamptz not null,
  changed_at      timestamptz not null,
  reviewer_id     uuid        references users (id) on delete set null,        -- who is asked to review this version; null: nobody
  asked_at        timestamptz,
  declined_words  text,
  foreign key (channel_id, comment_id) references comments (channel_id, id) on delete set null (comment_id),
  constraint guides_reviewed_by_another check (reviewer_id <> author_id)
);
create index guides_author on guides (author_id);
create index guides_reviewer on guides (reviewer_id) where reviewer_id is not null;
create index guides_comment on guides (channel_id, comment_id);

create table guide_reviews (
  guide_id             uuid        primary key references guides (id) on delete cascade,
  user_id              uuid        not null references users (id) on delete cascade,
  version              integer     not null,
  title                text        not null,
  body                 text        not null,
  words                text        not null,
  lang                 text,
  name                 text        not null,
  speciality           text        not null,
  registration_number  text        not null,
  registration_body    text        not null,
  reviewed_at          timestamptz not null,
  review_again_at      timestamptz not null,
  expired_told_at      timestamptz
);
create index guide_reviews_user on guide_reviews (user_id);
create index guide_reviews_due on guide_reviews (review_again_at) where expired_told_at is null;
