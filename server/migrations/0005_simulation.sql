-- Cases, the doctor's drafts and pictures, and what was signed.

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
  check ((status = 'published') <= (published_at is not null)),
  check ((status = 'in_review') <= (taken_at is not null))
);
-- A patient waits for one simulation at a time.
create unique index cases_open on cases (patient_id) where status in ('received', 'in_review');
create index cases_patient on cases (patient_id, received_at desc);
create index cases_due on cases (due_at) where status in ('received', 'in_review');
create index cases_published on cases (published_at desc) where status = 'published';

-- The photos that a case is about. A retake before a doctor has taken the case replaces them; later ones do not.
create table case_photos (
  case_id   uuid  not null references cases (id) on delete cascade,
  pose      text  not null check (pose in ('front', 'right', 'left')),
  photo_id  uuid  not null references photos (id) on delete cascade,
  primary key (case_id, pose)
);
create index case_photos_photo on case_photos (photo_id);

-- What a doctor saved, version by version. A row is never changed.
create table drafts (
  case_id   uuid        not null references cases (id) on delete cascade,
  version   int         not null check (version > 0),
  style     text        not null check (style in ('natural', 'harmonious', 'glamour')),
  recipes   jsonb       not null,
  plan      jsonb       not null,
  saved_by  uuid        references users (id) on delete set null,
  saved_at  timestamptz not null,
  primary key (case_id, version)
);

-- Pictures of one version; the picture itself is photo_objects (same id).
create table renderings (
  id          uuid        primary key references photo_objects (id),
  case_id     uuid        not null,
  version     int         not null,
  pose        text        not null check (pose in ('front', 'right', 'left')),
  style       text        not null check (style in ('natural', 'harmonious', 'glamour')),
  input_hash  text        not null,                                             -- SHA-256 of what the doctor's browser sent
  sha256      text        not null,                                             -- of the stored, marked JPEG
  created_at  timestamptz not null,
  foreign key (case_id, version) references drafts (case_id, version) on delete cascade,
  unique (case_id, version, pose, style)
);

-- Who signed which version. A later signature supersedes it; none is changed.
create table signatures (
  case_id              uuid        not null,
  version              int         not null,
  practitioner_id      uuid        references users (id) on delete set null,
  practitioner_name    text        not null,                                    -- name and registration as they were on that day
  registration_number  text        not null,
  registration_body    text        not null,
  seal                 text        not null check (seal ~ '^[0-9a-f]{64}$'),
  signed_at            timestamptz not null,
  primary key (case_id, version),
  foreign key (case_id, version) references drafts (case_id, version) on delete cascade
);

-- What happened to a case.
create table case_events (
  id        bigint      primary key generated always as identity,
  case_id   uuid        not null references cases (id) on delete cascade,
  at        timestamptz not null,
  actor_id  uuid        references users (id) on delete set null,               -- null: the service itself
  kind      text        not null check (kind in ('received', 'taken', 'released', 'rendered', 'published', 'withdrawn'))
);
create index case_events_case on case_events (case_id, id);

call guard_patient_rows('cases');
call guard_patient_rows('case_photos');
call guard_patient_rows('drafts');
call guard_patient_rows('renderings');
call guard_patient_rows('signatures');
call guard_patient_rows('case_events');

-- Patients see their cases at once, and of the doctor's work what is signed.
create policy own_cases on cases for select to app_user using (patient_id::text = (select request_user_id()));
create policy own_signatures on signatures for select to app_user using (case_id in (select id from cases));
create policy signed_drafts on drafts for select to app_user
  using (exists (select from signatures s where s.case_id = drafts.case_id and s.version = drafts.version));
create policy signed_renderings on renderings for select to app_user
  using (exists (select from signatures s where s.case_id = renderings.case_id and s.version = renderings.version));
create policy own_case_photos on case_photos for select to app_user using (case_id in (select id from cases));
grant select on cases, case_photos, drafts, renderings, signatures to app_user;

-- Staff read what is not withdrawn. What is signed they can neither change nor remove.
create policy staff_reads on cases for select to app_staff using (status <> 'withdrawn');
create policy staff_works on cases for update to app_staff using (status in ('received', 'in_review')) with check (true);
create policy staff_reads on case_photos for select to app_staff using (true);
create policy staff_reads on drafts for select to app_staff using (true);
create policy staff_saves on drafts for insert to app_staff with check (saved_by::text = (select request_user_id()));
create policy staff_reads on renderings for select to app_staff using (true);
create policy staff_renders on renderings for insert to app_staff with check (true);
create policy staff_clears on renderings for delete to app_staff
  using (not exists (select from signatures s where s.case_id = renderings.case_id and s.version = renderings.version));
create policy staff_reads on signatures for select to app_staff using (true);
create policy staff_signs on signatures for insert to app_staff with check (practitioner_id::text = (select request_user_id()));
create policy staff_reads on case_events for select to app_staff using (true);
create policy staff_notes on case_events for insert to app_staff with check (actor_id::text = (select request_user_id()));
grant select on cases, case_photos to app_staff;
grant update (status, practitioner_id, taken_at, published_at) on cases to app_staff;
grant select, insert on drafts, signatures, case_events to app_staff;
grant select, insert, delete on renderings to app_staff;
