-- What may happen to a case besides its first simulation: it is meant for a doctor, waits for better photos, is made once more, is late, is shared.

-- For whom a case is meant before anybody has taken it.
alter table cases add column assigned_to uuid references users (id) on delete set null;
create index cases_assigned on cases (assigned_to) where status in ('received', 'in_review');

alter table case_events drop constraint case_events_kind_check;
alter table case_events add constraint case_events_kind_check check (kind in (
  'received', 'taken', 'released', 'taken_over', 'assigned', 'rendered', 'published', 'withdrawn',
  'photos_requested', 'photos_request_withdrawn', 'photos_received', 'redo_requested', 'reopened', 'due_soon', 'late'));

-- A doctor cannot work with a photo and says why. The promised time stands still until the patient has answered.
create table photo_requests (
  id            uuid        primary key default gen_random_uuid(),
  case_id       uuid        not null references cases (id) on delete cascade,
  poses         text[]      not null check (poses <@ array['front', 'right', 'left'] and cardinality(poses) > 0),
  reason        text        not null check (reason in ('blurred', 'too_dark', 'wrong_pose', 'face_covered', 'make_up', 'expression', 'other')),
  note          text        not null,
  requested_by  uuid        references users (id) on delete set null,
  requested_at  timestamptz not null,
  answered_at   timestamptz,
  withdrawn_at  timestamptz
);
create unique index photo_requests_open on photo_requests (case_id) where answered_at is null and withdrawn_at is null;
create index photo_requests_case on photo_requests (case_id, requested_at desc);

-- A patient would like it otherwise. As many as the plan includes, and those that were granted.
create table redo_requests (
  id            uuid        primary key default gen_random_uuid(),
  case_id       uuid        not null references cases (id) on delete cascade,
  wishes        text        not null,
  requested_at  timestamptz not null
);
create index redo_requests_case on redo_requests (case_id, requested_at desc);

-- A redo more, because the promised time was missed. One for each promise.
create table case_credits (
  case_id     uuid        not null references cases (id) on delete cascade,
  due_at      timestamptz not null,
  granted_at  timestamptz not null,
  primary key (case_id, due_at)
);

-- Which promises were warned about, so that nobody is told twice.
create table due_warnings (
  case_id  uuid        not null references cases (id) on delete cascade,
  due_at   timestamptz not null,
  kind     text        not null check (kind in ('due_soon', 'late')),
  at       timestamptz not null,
  primary key (case_id, due_at, kind)
);

-- What doctors write for each other about a case. Never the patient's to read in the product; part of their export.
create table case_notes (
  case_id   uuid        primary key references cases (id) on delete cascade,
  version   int         not null check (version > 0),
  body      text        not null,
  saved_by  uuid        references users (id) on delete set null,
  saved_at  timestamptz not null
);

-- A version of the draft that a doctor wants to find again.
create table draft_names (
  case_id   uuid        not null,
  version   int         not null,
  name      text        not null,
  named_by  uuid        references users (id) on delete set null,
  named_at  timestamptz not null,
  primary key (case_id, version),
  foreign key (case_id, version) references drafts (case_id, version) on delete cascade
);

-- The photos that a signature speaks of: newer photos of the case leave an older signature as it was.
create table signature_photos (
  case_id   uuid  not null,
  version   int   not null,
  pose      text  not null check (pose in ('front', 'right', 'left')),
  photo_id  uuid  not null references photos (id) on delete cascade,
  primary key (case_id, version, pose),
  foreign key (case_id, version) references signatures (case_id, version) on delete cascade
);
create index signature_photos_photo on signature_photos (photo_id);
insert into signature_photos (case_id, version, pose, photo_id)
  select s.case_id, s.version, p.pose, p.photo_id from signatures s join case_photos p on p.case_id = s.case_id;

-- Printed on the plan: whoever holds it may ask whether the signature stands, and learns nothing else.
alter table signatures add column verification_code text;
update signatures set verification_code = upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 16));
alter table signatures alter column verification_code set not null;
create unique index signatures_code on signatures (verification_code);

-- A link by which a patient shows a signed simulation to somebody. Only the hash of its secret is kept.
create table share_links (
  id            uuid        primary key default gen_random_uuid(),
  case_id       uuid        not null references cases (id) on delete cascade,
  token_hash    bytea       not null unique,
  label         text        not null,
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  revoked_at    timestamptz,
  views         int         not null default 0,
  last_seen_at  timestamptz
);
create index share_links_case on share_links (case_id, created_at desc);

call guard_patient_rows('photo_requests');
call guard_patient_rows('redo_requests');
call guard_patient_rows('case_credits');
call guard_patient_rows('due_warnings');
call guard_patient_rows('case_notes');
call guard_patient_rows('draft_names');
call guard_patient_rows('signature_photos');
call guard_patient_rows('share_links');

create policy own_requests on photo_requests for select to app_user using (case_id in (select id from cases));
create policy own_redos on redo_requests for select to app_user using (case_id in (select id from cases));
create policy own_credits on case_credits for select to app_user using (case_id in (select id from cases));
create policy own_signature_photos on signature_photos for select to app_user using (case_id in (select id from cases));
create policy own_links on share_links for select to app_user using (case_id in (select id from cases));
create policy own_links_made on share_links for insert to app_user with check (case_id in (select id from cases));
create policy own_links_ended on share_links for update to app_user using (case_id in (select id from cases));
grant select on photo_requests, redo_requests, case_credits, signature_photos, share_links to app_user;
grant insert on share_links to app_user;
grant update (revoked_at) on share_links to app_user;

create policy staff_reads on photo_requests for select to app_staff using (true);
create policy staff_asks on photo_requests for insert to app_staff with check (requested_by::text = (select request_user_id()));
create policy staff_withdraws on photo_requests for update to app_staff using (answered_at is null) with check (true);
create policy staff_reads on redo_requests for select to app_staff using (true);
create policy staff_reads on case_credits for select to app_staff using (true);
create policy staff_reads on case_notes for select to app_staff using (true);
create policy staff_writes on case_notes for insert to app_staff with check (saved_by::text = (select request_user_id()));
create policy staff_rewrites on case_notes for update to app_staff using (true) with check (saved_by::text = (select request_user_id()));
create policy staff_reads on draft_names for select to app_staff using (true);
create policy staff_names on draft_names for insert to app_staff with check (named_by::text = (select request_user_id()));
create policy staff_renames on draft_names for update to app_staff using (true) with check (named_by::text = (select request_user_id()));
create policy staff_reads on signature_photos for select to app_staff using (true);
create policy staff_signs on signature_photos for insert to app_staff with check (true);
grant select on photo_requests, redo_requests, case_credits, case_notes, draft_names, signature_photos to app_staff;
grant insert on photo_requests, case_notes, draft_names, signature_photos to app_staff;
grant update (withdrawn_at) on photo_requests to app_staff;
grant update (version, body, saved_by, saved_at) on case_notes to app_staff;
grant update (name, named_by, named_at) on draft_names to app_staff;

grant update (assigned_to, due_at) on cases to app_staff;
