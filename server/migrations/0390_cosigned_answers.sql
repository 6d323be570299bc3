-- expands
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
