-- The link of a person is looked up by its hash. The token itself follows from the seed and a key that is not in the database, so its owner sees the same
-- link again and a copy of the database opens nothing. A link from before lives on until its owner next looks at it, and then changes.
alter table friend_invites
  add column seed uuid not null default gen_random_uuid(),
  add column token_hash bytea;
-- The owner of a guarded table sees its rows only while the guard does not hold for the owner.
alter table friend_invites no force row level security;
update friend_invites set token_hash = sha256(convert_to(token, 'UTF8'));
alter table friend_invites force row level security;
alter table friend_invites
  alter column seed drop default,
  alter column token_hash set not null,
  add constraint friend_invites_token_hash_key unique (token_hash),
  drop column token;
