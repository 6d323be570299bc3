-- Patients, earlier treatments and photos that a clinic imports from another system.

-- One file from one administrator. The administrator states the legal basis once, for all records of the import.
create table imports (
  id           uuid        primary key default gen_random_uuid(),
  name         text        not null,                                              -- of the file
  ground       text        not null check (ground in ('care', 'consent')),       -- GDPR 9(2)(h) or 9(2)(a)
  ground_note  text        not null check (ground_note <> ''),                    -- where the proof is stored
  date_order   text        not null check (date_order in ('dmy', 'mdy', 'ymd')),
  country      text        not null check (country ~ '^[A-Z]{2}$'),               -- of phone numbers without a country code
  language     text        not null,
  state        text        not null check (state in ('receiving', 'checking', 'checked', 'running', 'done', 'undoing', 'undone')),
  expected     int         not null check (expected between 1 and 20000),         -- rows of the file
  handled      int         not null default 0,                                    -- rows that the current step handled
  photos       int         not null default 0,                                    -- photos added to the import
  made_by      uuid        references users (id) on delete set null,
  made_at      timestamptz(3) not null,                                           -- to the millisecond, as in cursors
  began_at     timestamptz,                                                       -- when the run was requested; also set for a run that stopped halfway
  ran_at       timestamptz,                                                       -- when the run ended; for one day after this time, the import can be undone
  undone_by    uuid        references users (id) on delete set null,
  undone_at    timestamptz
);
create index imports_made_by on imports (made_by);
create index imports_undone_by on imports (undone_by);
create index imports_made_at on imports (made_at desc);

-- The content of each row of the file, and its outcome. `cells` is set to null when the row was imported or refused.
create table import_rows (
  import_id    uuid        not null references imports (id) on delete cascade,
  line         int         not null check (line > 0),                             -- line number as in a spreadsheet; the heading is line 1
  email        text        not null,
  cells        jsonb,
  outcome      text        check (outcome in ('new', 'add', 'duplicate', 'refused')),  -- null: not checked yet
  codes        text[]      not null default '{}',                                 -- reasons of a refusal, and hints
  about_line   int,                                                               -- the earlier line with the same data
  user_id      uuid        references users (id) on delete set null,              -- the account that the row belongs to
  like_id      uuid        references users (id) on delete set null,              -- another account with the same name and birth date
  undo         text        check (undo in ('removed', 'kept')),
  primary key (import_id, line)
);
create index import_rows_email on import_rows (import_id, email);
create index import_rows_user on import_rows (user_id);
create index import_rows_like on import_rows (like_id);

-- Accounts that an import created. To get access, the owner of an account opens a link in an email and enters the birth
-- date.
create table imported_patients (
  user_id      uuid        primary key references users (id) on delete cascade,
  import_id    uuid        references imports (id) on delete set null,
  reference    text        unique,                                                -- the clinic's own number
  made_at      timestamptz not null
);
create index imported_patients_import on imported_patients (import_id);

create table imported_treatments (
  id                 uuid          primary key default gen_random_uuid(),
  user_id            uuid          not null references users (id) on delete cascade,
  import_id          uuid          references imports (id) on delete set null,
  treated_on         date          not null,
  kind               text          not null,                                      -- a kind of treatment as in plans; 'other' if the words are unknown
  treatment          text,                                                        -- in the clinical dataset; null: the words name none of its treatments
  words              text          not null,                                      -- the treatment as the file names it
  area               text          not null,
  product            text          not null,
  lot                text          not null,
  amount             numeric(8, 3) check (amount > 0),
  unit               text          not null,
  practitioner       text          not null,
  note               text          not null,
  ground             text          not null check (ground in ('care', 'consent')),
  consent_reference  text          not null,
  made_at            timestamptz   not null,
  check (ground <> 'consent' or consent_reference <> '')
);
create index imported_treatments_user on imported_treatments (user_id, treated_on);
create index imported_treatments_import on imported_treatments (import_id);

create table imported_photos (
  id                 uuid        primary key references photo_objects (id),
  user_id            uuid        not null references users (id) on delete cascade,
  import_id          uuid        references imports (id) on delete set null,
  pose               text        not null check (pose in ('front', 'right', 'left')),
  is_verified        boolean     not null,                                        -- whether the engine detected the pose; otherwise it was given with the photo
  taken_on           date        not null,
  sha256             text        not null,
  ground             text        not null check (ground in ('care', 'consent')),
  consent_reference  text        not null,
  made_at            timestamptz not null,
  unique (user_id, sha256),
  check (ground <> 'consent' or consent_reference <> '')
);
create index imported_photos_import on imported_photos (import_id);

-- Invitations to accounts that an import or an administrator created. An account belongs to nobody until the invited
-- person has entered the birth date.
create table invitations (
  user_id      uuid        primary key references users (id) on delete cascade,
  made_at      timestamptz not null,
  mailed_at    timestamptz,
  -- Emails sent so far. A lost or expired invitation can be sent again a few times.
  mails        int         not null default 0,
  accepted_at  timestamptz,
  tries        int         not null default 0                                     -- attempts at the birth date
);

call guard_patient_rows('imports');
call guard_patient_rows('import_rows');
call guard_patient_rows('imported_patients');
call guard_patient_rows('imported_treatments');
call guard_patient_rows('imported_photos');
call guard_patient_rows('invitations');

-- Administrators add rows and read their outcome. Only jobs check and import the rows, or remove what was imported.
create policy administrators on imports for all to app_staff using ((select is_administrator())) with check ((select is_administrator()));
create policy administrators on import_rows for all to app_staff using ((select is_administrator())) with check ((select is_administrator()));
create policy administrators on imported_patients for select to app_staff using ((select is_administrator()));
create policy administrators on invitations for select to app_staff using ((select is_administrator()));
grant select, insert on imports, import_rows to app_staff;
grant delete on imports to app_staff;
grant update (state, handled, began_at, undone_by) on imports to app_staff;
grant select on imported_patients, invitations to app_staff;
-- People who open a link in an invitation are not signed in yet.
create policy service_sees_all on invitations to flaira_app using (true) with check (true);

-- Doctors read a patient's earlier treatments. Patients read all that is stored about them.
create policy staff_reads on imported_treatments for select to app_staff using (cares_for_patient(user_id));
create policy staff_reads on imported_photos for select to app_staff using (cares_for_patient(user_id));
create policy own on imported_treatments for select to app_user using (user_id::text = (select request_user_id()));
create policy own on imported_photos for select to app_user using (user_id::text = (select request_user_id()));
grant select on imported_treatments, imported_photos to app_staff, app_user;
revoke update on imported_treatments, imported_photos from flaira_app;
