-- expands
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
