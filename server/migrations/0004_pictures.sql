-- Photos and images of people. The object store contains the encrypted images, and these tables say who may open them.
-- See docs/decisions/0003-photo-encryption.md.

-- One data key per person, wrapped by a master key from the configuration. Destroying the key makes all copies of the person's images unreadable.
create table person_keys (
  id             uuid        primary key,
  user_id        text,                                 -- the account; null for a lead until an account adopts it
  lead_id        uuid        unique,                   -- the lead, if the key was made before the account existed
  master_key_id  text,                                 -- the master key that encrypts wrapped_key
  wrapped_key    bytea,                                -- the data key, encrypted with AES-256-GCM; null: destroyed
  link_epoch     int         not null default 0,       -- part of every signed link; when it increases, all earlier links become invalid
  created_at     timestamptz not null default now(),
  destroyed_at   timestamptz,                          -- the row stays, so that nothing is stored for an erased person again
  check (user_id is not null or lead_id is not null),
  check ((wrapped_key is null) = (destroyed_at is not null))
);
create unique index person_keys_account on person_keys (user_id) where lead_id is null;
create index person_keys_user on person_keys (user_id);

create table photo_objects (
  id             uuid        primary key,              -- also names the objects: photos/<2 digits>/<id>/full and …/thumb
  bucket         text        not null check (bucket in
                   ('user-uploads', 'user-photos', 'simulations', 'community-assets', 'avatars', 'treatments', 'imported')),
  path           text        not null,
  person_key_id  uuid        not null references person_keys (id),
  size           int         not null,                 -- bytes of the JPEG before encryption
  sha256         text        not null check (length(sha256) = 64), -- of the JPEG before encryption, hex
  width          int         not null,                 -- in pixels, after the image was turned upright
  height         int         not null,
  content_type   text        not null,
  created_at     timestamptz not null default now(),
  deleted_at     timestamptz                           -- nobody can read it from then on; the objects and then the row are deleted after the commit
);
create unique index photo_objects_path on photo_objects (bucket, path) where deleted_at is null;
create index photo_objects_person_key on photo_objects (person_key_id);

call guard_patient_rows('person_keys');
call guard_patient_rows('photo_objects');

create policy own_keys on person_keys to app_user
  using (user_id = (select request_user_id())) with check (user_id = (select request_user_id()) and lead_id is null);
create policy own_photos on photo_objects to app_user
  using (person_key_id in (select id from person_keys)) with check (person_key_id in (select id from person_keys));
create policy staff_keys on person_keys to app_staff using (true) with check (true);
-- All staff see portraits and images of communities, because these are not medical photos.
create policy staff_photos on photo_objects to app_staff using (
  bucket in ('avatars', 'community-assets')
  or exists (select from person_keys k where k.id = person_key_id
    and case when k.user_id ~ '^[0-9a-f-]{36}$' then cares_for_patient(k.user_id::uuid) else false end));

grant select, insert on person_keys to app_user, app_staff;
grant select, insert, update on photo_objects to app_user, app_staff;
-- Patients may invalidate the links to their own images. Only the service destroys keys.
grant update (link_epoch) on person_keys to app_user;

-- Runs when a person's access ends. Invalidates the links to this person's photos, and to the photos of each patient
-- whose data the person viewed within the last day. A link is valid for one hour, so the links from older views have
-- expired. The function changes rows of other people, so it runs with the rights of app_system for every caller. It can
-- only invalidate links.
create function revoke_photo_links(person text) returns void
  language sql security definer set search_path = public, pg_temp as $$
    update person_keys set link_epoch = link_epoch + 1
    where user_id = person
       or user_id in (select patient_id from audit_log where actor_id = person and patient_id is not null and at > now() - interval '1 day');
  $$;
grant execute on function revoke_photo_links(text) to flaira_app, app_user, app_staff, app_system;
call run_as_system('revoke_photo_links(text)');
