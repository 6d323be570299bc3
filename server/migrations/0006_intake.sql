-- Photos and answers that a person sends, before and after the account exists. See docs/decisions/0007-lead-to-account.md.

-- A lead is the photos and answers of a person without an account. It belongs to the browser that has its secret, until
-- an account claims it. It is deleted if it is not attached to an account within 30 days.
create table leads (
  id                   uuid        primary key,                                 -- chosen by the browser
  secret_hash          bytea       not null check (length(secret_hash) = 32),   -- SHA-256 of the secret in the browser's cookie
  first_name           text,
  last_name            text,
  email                text        check (email = lower(btrim(email))),
  phone                text,
  birth_date           date,
  contact_at           timestamptz,                                             -- when all five columns above were set
  uploads              int         not null default 0,                          -- photos sent since uploads_since
  uploads_since        timestamptz not null default now(),
  user_id              uuid        references users (id) on delete set null,    -- who claimed it
  claimed_at           timestamptz,
  attached_at          timestamptz,                                             -- since then, the photos and answers belong to the account
  created_at           timestamptz not null default now()
);
create index leads_user on leads (user_id);
create index leads_unattached on leads (created_at) where attached_at is null;

-- Photos in three poses, and three expressions that show how the face moves. The image itself is in photo_objects (same id). A lead has only the newest
-- photo of each pose; an account also has older photos.
create table photos (
  id           uuid        primary key references photo_objects (id),
  lead_id      uuid        references leads (id) on delete cascade,
  user_id      uuid        references users (id) on delete cascade,             -- null: it belongs only to a lead
  pose         text        not null check (pose in ('front', 'right', 'left', 'frown', 'raised_brows', 'smile')),
  path         text        not null,
  sha256       text        not null,                                            -- of the stored JPEG
  width_px     int         not null,
  height_px    int         not null,
  is_verified  boolean     not null,                                            -- the face detector accepted it for this pose
  created_at   timestamptz not null,
  -- The current set contains the newest photo of each pose by this time. Null: the photo is only stored.
  current_at   timestamptz,
  check (lead_id is not null or user_id is not null)
);
create unique index photos_lead_pose on photos (lead_id, pose) where lead_id is not null;
create index photos_user on photos (user_id, pose, current_at desc);
-- The gallery shows the newest photos first. The counts of months and days use the same index.
create index photos_time on photos (user_id, created_at desc, id desc) where current_at is not null;

-- A correction is stored as a new version. Only the newest version applies.
create table answers (
  lead_id     uuid        not null references leads (id) on delete cascade,
  version     int         not null,
  user_id     uuid        references users (id) on delete cascade,
  answers     jsonb       not null,
  created_at  timestamptz not null,
  primary key (lead_id, version)
);
create index answers_user on answers (user_id, created_at desc) where user_id is not null;

call guard_patient_rows('leads');
call guard_patient_rows('photos');
call guard_patient_rows('answers');

-- Visitors have no role. The service acts on a lead only if the browser's secret matches `secret_hash`.
create policy own_lead on leads for select to app_user using (user_id::text = (select request_user_id()));
create policy own_photos on photos to app_user
  using (user_id::text = (select request_user_id())) with check (user_id::text = (select request_user_id()) and lead_id is null);
create policy own_answers on answers for select to app_user using (user_id::text = (select request_user_id()));
create policy staff_reads on photos for select to app_staff using (user_id is not null and cares_for_patient(user_id));
create policy staff_reads on answers for select to app_staff using (user_id is not null and cares_for_patient(user_id));

grant select (id, user_id, claimed_at, attached_at, created_at) on leads to app_user;
grant select, insert on photos to app_user;
grant update (current_at) on photos to app_user;
grant select on answers to app_user;
grant select on photos, answers to app_staff;
