-- Cases, the doctor's drafts and images, the signatures, and the clinical photos.

create sequence case_numbers start 2401;

create table cases (
  id               uuid        primary key default gen_random_uuid(),
  number           text        not null unique default 'FL-' || nextval('case_numbers'),
  patient_id       uuid        not null references users (id) on delete cascade,
  status           text        not null default 'received' check (status in ('received', 'in_review', 'published', 'withdrawn')),
  plan             text        not null check (plan in ('free', 'essential', 'plus', 'elite')), -- of the patient at receipt
  received_at      timestamptz not null,
  due_at           timestamptz not null,                                        -- receipt plus the delivery hours of that plan
  practitioner_id  uuid        references users (id) on delete set null,        -- who works on it, or signed it
  taken_at         timestamptz,
  published_at     timestamptz,
  withdrawn_at     timestamptz,
  assigned_to      uuid        references users (id) on delete set null,        -- the doctor who should take the case
  waits_since      timestamptz,                                                 -- since when it waits for photos; set by cases_note_waiting()
  check ((status = 'published') <= (published_at is not null)),
  check ((status = 'in_review') <= (taken_at is not null))
);
-- A patient has at most one open case.
create unique index cases_open on cases (patient_id) where status in ('received', 'in_review');
create index cases_patient on cases (patient_id, received_at desc);
create index cases_due on cases (due_at) where status in ('received', 'in_review');
create index cases_received on cases (received_at desc, id desc);
create index cases_assigned on cases (assigned_to) where status in ('received', 'in_review');
create index on cases (assigned_to);
create index on cases (practitioner_id);
create index cases_published on cases (published_at desc) where status = 'published';

-- The photos of a case. Until a doctor takes the case, the patient's new photos replace the older ones. After that,
-- they do so only if they answer a doctor's photo request.
create table case_photos (
  case_id   uuid  not null references cases (id) on delete cascade,
  pose      text  not null check (pose in ('front', 'right', 'left', 'frown', 'raised_brows', 'smile')),
  photo_id  uuid  not null references photos (id) on delete cascade,
  primary key (case_id, pose)
);
create index case_photos_photo on case_photos (photo_id);

-- The drafts that a doctor saved, version by version. A row is never changed. `markings` contains the doctor's markings
-- on the photos: brush strokes, corrected face points, injection map, confirmed skin scores. The hash that the doctor
-- signs (signatures.seal) covers the markings.
create table drafts (
  case_id   uuid        not null references cases (id) on delete cascade,
  version   int         not null check (version > 0),
  style     text        not null check (style in ('natural', 'harmonious', 'glamour')),
  recipes   jsonb       not null,
  plan      jsonb       not null,
  saved_by  uuid        references users (id) on delete set null,
  saved_at  timestamptz not null,
  markings  jsonb,
  primary key (case_id, version)
);
create index on drafts (saved_by);

-- A version of the draft to which a doctor gave a name, to find it again.
create table draft_names (
  case_id   uuid        not null,
  version   int         not null,
  name      text        not null,
  named_by  uuid        references users (id) on delete set null,
  named_at  timestamptz not null,
  primary key (case_id, version),
  foreign key (case_id, version) references drafts (case_id, version) on delete cascade
);
create index on draft_names (named_by);

-- The renderings of one version. The image itself is in photo_objects (same id). A doctor can sign only after viewing
-- every rendering at full size. If the next version of the draft does not change an image, its rendering moves to that
-- version. A rendering that was viewed stays viewed.
create table renderings (
  id          uuid        primary key references photo_objects (id),
  case_id     uuid        not null,
  version     int         not null,
  pose        text        not null check (pose in ('front', 'right', 'left')),
  style       text        not null check (style in ('natural', 'harmonious', 'glamour')),
  input_hash  text        not null,                                             -- SHA-256 of the image that the doctor's browser sent
  sha256      text        not null,                                             -- of the stored JPEG, marked SIMULATION
  created_at  timestamptz not null,
  seen_at     timestamptz,
  seen_by     uuid        references users (id) on delete set null,
  marks       jsonb       check (jsonb_typeof(marks) = 'array'),                -- what the automatic check found, who accepted each mark and when
  foreign key (case_id, version) references drafts (case_id, version) on delete cascade,
  unique (case_id, version, pose, style)
);
create index on renderings (seen_by);

-- The doctor who signed each version. A later signature supersedes an earlier signature, and no signature is changed.
-- For a passkey, `proof` contains what a verifier needs besides the content that the doctor signed: key, authenticator
-- data, client data and signature.
create table signatures (
  case_id              uuid        not null,
  version              int         not null,
  practitioner_id      uuid        references users (id) on delete set null,
  practitioner_name    text        not null,                                    -- name and registration as they were on that day
  registration_number  text        not null,
  registration_body    text        not null,
  seal                 text        not null check (seal ~ '^[0-9a-f]{64}$'),
  signed_at            timestamptz not null,
  -- Printed on the plan. Anyone who has the code can check whether the signature is valid.
  verification_code    text        not null,
  method               text        not null default 'session' check (method in ('session', 'passkey', 'password')),
  proof                jsonb,
  primary key (case_id, version),
  foreign key (case_id, version) references drafts (case_id, version) on delete cascade,
  constraint signatures_proof check ((method = 'passkey') = (proof is not null))
);
create unique index signatures_code on signatures (verification_code);
create index on signatures (practitioner_id);

-- The photos that a signature covers. Newer photos of the case do not change an older signature.
create table signature_photos (
  case_id   uuid  not null,
  version   int   not null,
  pose      text  not null check (pose in ('front', 'right', 'left', 'frown', 'raised_brows', 'smile')),
  photo_id  uuid  not null references photos (id) on delete cascade,
  primary key (case_id, version, pose),
  foreign key (case_id, version) references signatures (case_id, version) on delete cascade
);
create index signature_photos_photo on signature_photos (photo_id);

-- Proof of the time of a signature, from an external timestamp service (RFC 3161). `token` is the signed timestamp of
-- the hash in signatures.seal. `chain` contains the certificates (PEM) that verify the token. A timestamp is requested
-- once and never changed.
create table signature_timestamps (
  case_id     uuid        not null,
  version     int         not null,
  token       bytea       not null,
  chain       text        not null,
  authority   text        not null,
  stamped_at  timestamptz not null,
  primary key (case_id, version),
  foreign key (case_id, version) references signatures (case_id, version) on delete cascade
);
revoke insert, update, delete on signature_timestamps from flaira_app;
revoke update on signature_timestamps from app_system;

-- The events of a case.
create table case_events (
  id        bigint      primary key generated always as identity,
  case_id   uuid        not null references cases (id) on delete cascade,
  at        timestamptz not null,
  actor_id  uuid        references users (id) on delete set null,               -- null: the service itself
  kind      text        not null check (kind in (
              'received', 'taken', 'released', 'taken_over', 'handed_over', 'assigned', 'rendered', 'published', 'withdrawn',
              'photos_requested', 'photos_request_withdrawn', 'photos_received', 'redo_requested', 'reopened', 'due_soon', 'late', 'opened'))
);
create index case_events_case on case_events (case_id, id);
create index on case_events (actor_id);

-- The latest time of each step of the work on a case. The table contains only times, because the patient sees it before
-- anything is signed.
create table case_steps (
  case_id  uuid         not null references cases (id) on delete cascade,
  kind     text         not null check (kind in ('health_read', 'drawing', 'signing')),
  at       timestamptz  not null,
  primary key (case_id, kind)
);

call guard_patient_rows('cases');
call guard_patient_rows('case_photos');
call guard_patient_rows('drafts');
call guard_patient_rows('renderings');
call guard_patient_rows('signatures');
call guard_patient_rows('case_events');
call guard_patient_rows('draft_names');
call guard_patient_rows('signature_photos');
call guard_patient_rows('signature_timestamps');
call guard_patient_rows('case_steps');

-- Patients see a case as soon as it exists. They see the doctor's work only after it is signed.
create policy own_cases on cases for select to app_user using (patient_id::text = (select request_user_id()));
create policy own_signatures on signatures for select to app_user using (case_id in (select id from cases));
create policy signed_drafts on drafts for select to app_user
  using (exists (select from signatures s where s.case_id = drafts.case_id and s.version = drafts.version));
create policy signed_renderings on renderings for select to app_user
  using (exists (select from signatures s where s.case_id = renderings.case_id and s.version = renderings.version));
create policy own_case_photos on case_photos for select to app_user using (case_id in (select id from cases));
create policy own_signature_photos on signature_photos for select to app_user using (case_id in (select id from cases));
create policy own on signature_timestamps for select to app_user using (case_id in (select id from cases));
create policy own on case_steps for select to app_user using (case_id in (select id from cases));
grant select on cases, case_photos, drafts, renderings, signatures, signature_photos, signature_timestamps, case_steps to app_user;

-- All doctors and administrators see the rows of `cases` that are not withdrawn. The queue needs the number of the case, the subscription
-- plan, the times and the doctor, and these say nothing about a patient's health. Only those who care for a case see
-- the other tables about it. Nobody can change or remove signed rows.
create policy staff_reads on cases for select to app_staff
  using (status <> 'withdrawn' and ((select is_doctor()) or (select is_administrator())));
create policy staff_works on cases for update to app_staff
  using (status in ('received', 'in_review') and ((select is_administrator()) or cares_for_case(id))) with check (true);
grant select on cases to app_staff;
grant update (status, practitioner_id, taken_at, published_at, assigned_to, due_at, waits_since) on cases to app_staff;

create policy staff_reads on case_photos for select to app_staff using (cares_for_case(case_id));
grant select on case_photos to app_staff;

create policy staff_reads on drafts for select to app_staff using (cares_for_case(case_id));
create policy staff_saves on drafts for insert to app_staff
  with check (saved_by::text = (select request_user_id()) and cares_for_case(case_id));
create policy staff_reads on draft_names for select to app_staff using (cares_for_case(case_id));
create policy staff_names on draft_names for insert to app_staff
  with check (named_by::text = (select request_user_id()) and cares_for_case(case_id));
create policy staff_renames on draft_names for update to app_staff
  using (cares_for_case(case_id)) with check (named_by::text = (select request_user_id()));
grant select, insert on drafts, draft_names to app_staff;
grant update (name, named_by, named_at) on draft_names to app_staff;

create policy staff_reads on renderings for select to app_staff using (cares_for_case(case_id));
create policy staff_renders on renderings for insert to app_staff with check (cares_for_case(case_id));
create policy staff_sees on renderings for update to app_staff
  using (cares_for_case(case_id)
    and not exists (select from signatures s where s.case_id = renderings.case_id and s.version = renderings.version))
  with check (cares_for_case(case_id));
create policy staff_clears on renderings for delete to app_staff using (cares_for_case(case_id)
  and not exists (select from signatures s where s.case_id = renderings.case_id and s.version = renderings.version));
grant select, insert, delete on renderings to app_staff;
grant update (version, seen_at, seen_by, marks) on renderings to app_staff;

-- A doctor who cares for one case of a patient also sees everything that was signed for this patient before.
create policy staff_reads on signatures for select to app_staff
  using (exists (select from cases c where c.id = case_id and cares_for_patient(c.patient_id)));
create policy staff_signs on signatures for insert to app_staff
  with check (practitioner_id::text = (select request_user_id()) and cares_for_case(case_id));
create policy staff_reads on signature_photos for select to app_staff
  using (exists (select from cases c where c.id = case_id and cares_for_patient(c.patient_id)));
create policy staff_signs on signature_photos for insert to app_staff with check (cares_for_case(case_id));
create policy staff_reads on signature_timestamps for select to app_staff
  using (exists (select from cases c where c.id = case_id and cares_for_patient(c.patient_id)));
grant select, insert on signatures, signature_photos to app_staff;
grant select on signature_timestamps to app_staff;

-- Administrators may write events too, because they assign cases.
create policy staff_reads on case_events for select to app_staff using (cares_for_case(case_id));
create policy staff_notes on case_events for insert to app_staff
  with check (actor_id::text = (select request_user_id()) and ((select is_administrator()) or cares_for_case(case_id)));
create policy staff_reads on case_steps for select to app_staff using (cares_for_case(case_id));
create policy staff_notes on case_steps for insert to app_staff with check (cares_for_case(case_id));
create policy staff_renews on case_steps for update to app_staff using (cares_for_case(case_id));
grant select, insert on case_events, case_steps to app_staff;
grant update (at) on case_steps to app_staff;

-- ── Clinical photos ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- The clinical photo series of a case: five views and three expressions, each with its details. The existing photos of
-- the case are part of the series.

-- A doctor's request for the series of a case, which also states who takes the photos.
create table clinical_sets (
  case_id    uuid        primary key references cases (id) on delete cascade,
  taken_by   text        not null check (taken_by in ('doctor', 'patient')),
  chosen_by  uuid        references users (id) on delete set null,
  chosen_at  timestamptz not null
);
create index on clinical_sets (chosen_by);

-- Rows are never changed. A retake is a new row. The newest photo of each view is the valid one.
create table clinical_photos (
  id           uuid        primary key references photo_objects (id),
  case_id      uuid        not null references cases (id) on delete cascade,
  view         text        not null check (view in
                 ('front', 'right', 'left', 'profile_right', 'profile_left', 'frown', 'raised_brows', 'smile')),
  taken_on     date        not null,
  device       text        not null check (device <> ''),                       -- name of the camera or phone
  distance_cm  int         not null check (distance_cm between 20 and 400),     -- from the camera to the face
  light        text        not null check (light in ('daylight', 'room', 'ring', 'flash', 'mixed')),
  taken_by     text        not null check (taken_by in ('doctor', 'patient')),
  added_by     uuid        references users (id) on delete set null,
  sha256       text        not null,
  width_px     int         not null,
  height_px    int         not null,
  created_at   timestamptz not null
);
create index clinical_photos_case on clinical_photos (case_id, view, created_at desc);
create index on clinical_photos (added_by);

call guard_patient_rows('clinical_sets');
call guard_patient_rows('clinical_photos');
revoke update on clinical_photos from flaira_app, app_system;
-- Only the column added_by may be changed: it is set to null when the account of the person who added the photo is
-- deleted.
grant update (added_by) on clinical_photos to app_system;

create policy own on clinical_sets for select to app_user using (case_id in (select id from cases));
create policy own on clinical_photos for select to app_user using (case_id in (select id from cases));
create policy own_added on clinical_photos for insert to app_user with check (
  taken_by = 'patient' and added_by::text = (select request_user_id())
  and case_id in (select s.case_id from clinical_sets s where s.taken_by = 'patient'));
grant select on clinical_sets, clinical_photos to app_user;
grant insert on clinical_photos to app_user;

create policy staff_reads on clinical_sets for select to app_staff using (cares_for_case(case_id));
create policy staff_chooses on clinical_sets for insert to app_staff
  with check (chosen_by::text = (select request_user_id()) and cares_for_case(case_id));
create policy staff_changes on clinical_sets for update to app_staff
  using (cares_for_case(case_id)) with check (chosen_by::text = (select request_user_id()));
create policy staff_ends on clinical_sets for delete to app_staff using (cares_for_case(case_id));
create policy staff_reads on clinical_photos for select to app_staff using (cares_for_case(case_id));
create policy staff_adds on clinical_photos for insert to app_staff with check (
  taken_by = 'doctor' and added_by::text = (select request_user_id()) and case_id in (select s.case_id from clinical_sets s));
grant select, insert, update, delete on clinical_sets to app_staff;
grant select, insert on clinical_photos to app_staff;
