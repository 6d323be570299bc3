-- expands
-- The clinical photo series of a case: five views and three expressions, each with its details. The existing photos of
-- the case are part of the series.

-- A row means that the doctor requested the series for this case. It says who takes the photos.
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
  device       text        not null check (device <> ''),                       -- camera or telephone, in words
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
