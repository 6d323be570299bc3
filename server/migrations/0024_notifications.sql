-- How people are notified: the list of notifications, devices for push notifications, and messages that wait for the end of quiet hours.

-- The list behind the bell. Rows contain ids instead of texts. The text is made when the person reads the list, with
-- the rights that the person has at that time. The domain usually finds the path and the name of the subject with
-- `subject_id`. If it does not, the row contains them: `path`, and in `subject` the number of the case or appointment,
-- or the id of the achievement.
create table notifications (
  id            uuid        primary key,                                        -- UUID version 7
  user_id       uuid        not null references users (id) on delete cascade,
  domain        text        not null,                                           -- the domain that writes its text
  kind          text        not null,
  subject_id    uuid,
  bundle        text        not null,                                           -- at most one unread row per bundle
  actor_id      uuid        references users (id) on delete set null,
  count         int         not null default 1,
  -- How many of `count` no later digest counts, because an earlier digest counted them or digests were off.
  told          int         not null default 0,
  at            timestamptz not null,
  read_at       timestamptz,
  path          text,                                                           -- without a language; null: the domain finds it
  subject       text        not null default ''
);
create unique index notifications_bundle on notifications (user_id, bundle) where read_at is null;
create index notifications_list on notifications (user_id, at desc, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index on notifications (actor_id);

-- Events about which a person was already notified, so that an event that is delivered twice causes only one
-- notification.
create table notification_events (
  user_id  uuid        not null references users (id) on delete cascade,
  event    text        not null,
  at       timestamptz not null,
  primary key (user_id, event)
);

call guard_patient_rows('notifications');
grant select, update (read_at) on notifications to app_user, app_staff;
create policy own_notifications on notifications to app_user, app_staff
  using (user_id::text = (select request_user_id())) with check (user_id::text = (select request_user_id()));
call guard_patient_rows('notification_events');
-- The notifications that a person received about appointments and payments are evidence in a dispute. Staff cannot read
-- other kinds of notifications.
create policy staff_reads_money on notifications for select to app_staff
  using (kind like 'appointment\_%' or kind in ('payment_failed', 'payment_confirm', 'payment_refunded', 'subscription_started', 'plan_changed',
    'subscription_cancelled', 'subscription_ended', 'withdrawal_confirmed', 'plan_renews_soon'));

-- ── The list ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Returns the list and the number of unread rows in one statement. The function switches its transaction to the role app_user and to this person, so row level
-- security applies.
create function my_notifications(person uuid, only_unread boolean, before_at timestamptz, before_id uuid, most int) returns jsonb
  language plpgsql volatile as $$
begin
  perform set_config('role', 'app_user', true), set_config('request.user_id', person::text, true);
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(to_jsonb(page) order by page.at desc, page.id desc), '[]') from (
        select id, domain, kind, subject_id, actor_id, count, subject, path, at, read_at from notifications
        where user_id = person and (read_at is null or not only_unread)
          and (at, id) < (coalesce(before_at, 'infinity'), coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
        order by at desc, id desc limit most
      ) page
    ),
    'unread_count', (select count(*) from notifications where user_id = person and read_at is null)
  );
end $$;
revoke execute on function my_notifications(uuid, boolean, timestamptz, uuid, int) from public;
grant execute on function my_notifications(uuid, boolean, timestamptz, uuid, int) to flaira_app;

-- ── Push and email ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- A browser that may receive push notifications. The row is deleted together with the session in which the person
-- agreed.
create table push_subscriptions (
  id          uuid        primary key,
  user_id     uuid        not null references users (id) on delete cascade,
  session_id  uuid        not null references sessions (id) on delete cascade,
  endpoint    text        not null unique,                                       -- anyone who knows it can send to the browser
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

-- Finished messages that wait until the recipient's quiet hours end.
create table held_messages (
  id          uuid        primary key,
  user_id     uuid        not null references users (id) on delete cascade,
  channel     text        not null check (channel in ('mail', 'push')),
  -- When the message is sent, the person's choice for this topic is checked again.
  topic       text        not null,
  key         text        not null unique,
  message     jsonb       not null,
  release_at  timestamptz not null
);
create index held_messages_due on held_messages (release_at);
create index held_messages_user on held_messages (user_id);
call guard_patient_rows('held_messages');

-- The time at which the last digest was sent to each person.
create table digests (
  user_id  uuid         primary key references users (id) on delete cascade,
  sent_at  timestamptz  not null
);
call guard_patient_rows('digests');
