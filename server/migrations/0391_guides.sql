-- expands
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
