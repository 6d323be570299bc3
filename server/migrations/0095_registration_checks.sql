-- expands
-- What proves the registration of a doctor: the answer of a public register, or the document that somebody saw. A row stands for one answer, as long as
-- it stays the same.
create table registration_checks (
  id                   uuid        primary key default gen_random_uuid(),
  user_id              uuid        not null references users (id) on delete cascade,
  source               text        not null,                                   -- name of the register, or 'document'
  registration_number  text        not null,
  outcome              text        not null check (outcome in ('active', 'inactive', 'absent', 'other_person', 'other_profession', 'seen')),
  answer               jsonb       not null,                                   -- what the register said, or which document and who saw it
  checked_by           uuid        references users (id) on delete set null,   -- null: the nightly check
  first_at             timestamptz not null,
  last_at              timestamptz not null
);
create index registration_checks_user on registration_checks (user_id, last_at desc);
create index registration_checks_checked_by on registration_checks (checked_by);
