-- How people are told: what stands on the list of notifications, which devices may be pushed to, what waits for the end of quiet hours.

-- News that no domain has to explain: they carry where they lead, and the number of what they are about.
alter table notifications
  alter column subject_id drop not null,
  add column path     text,                                                      -- without a language; null: the domain knows
  add column subject  text not null default '';

-- A browser that may be pushed to, as long as the session in which its person agreed.
create table push_subscriptions (
  id          uuid        primary key,
  user_id     uuid        not null references users (id) on delete cascade,
  session_id  uuid        not null references sessions (id) on delete cascade,
  endpoint    text        not null unique,                                       -- whoever knows it can reach the browser
  p256dh      text        not null,
  auth        text        not null,
  created_at  timestamptz not null
);
create index push_subscriptions_user on push_subscriptions (user_id);
create index push_subscriptions_session on push_subscriptions (session_id);
call guard_patient_rows('push_subscriptions');
grant select, delete on push_subscriptions to app_user, app_staff;
create policy own_push_subscriptions on push_subscriptions to app_user, app_staff
  using (user_id::text = (select request_user_id())) with check (user_id::text = (select request_user_id()));

-- Finished messages that wait for the morning of their person.
create table held_messages (
  id          uuid        primary key,
  user_id     uuid        not null references users (id) on delete cascade,
  channel     text        not null check (channel in ('mail', 'push')),
  topic       text        not null,                                              -- asked again when it leaves: is it still wanted?
  key         text        not null unique,
  message     jsonb       not null,
  release_at  timestamptz not null
);
create index held_messages_due on held_messages (release_at);
create index held_messages_user on held_messages (user_id);
call guard_patient_rows('held_messages');

-- When a person was last written to about what had gathered.
create table digests (
  user_id  uuid         primary key references users (id) on delete cascade,
  sent_at  timestamptz  not null
);
call guard_patient_rows('digests');
