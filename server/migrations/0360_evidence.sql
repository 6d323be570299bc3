-- expands
-- Measurements that show whether results looked as simulated. They come from patients who consented, and include no
-- photos. Also the figures that are published.

alter table consents drop constraint consents_purpose_check;
alter table consents add constraint consents_purpose_check
  check (purpose in ('simulation', 'account', 'marketing', 'publication', 'research', 'evidence'));

-- A row records that a case's photos were compared for an outcome check. It names the dataset and the engine of the
-- comparison. Without this row the job would compare the photos again each night.
create table evidence_looks (
  case_id    uuid         not null references cases (id) on delete cascade,
  user_id    uuid         not null references users (id) on delete cascade,
  period     text         not null check (period in ('two_weeks', 'three_months')),
  outcome    text         not null check (outcome in ('measured', 'turned', 'no_face')),
  dataset    text         not null,
  engine     int          not null,
  looked_at  timestamptz  not null,
  primary key (case_id, period)
);
create index on evidence_looks (user_id);

-- One row for each treated zone, with its movement in millimetres and its change of lightness in L*. Both can be null, if
-- the treatment causes no such change in the zone.
create table evidence_measurements (
  case_id          uuid   not null,
  period           text   not null,
  treatment        text   not null,
  user_id          uuid   not null references users (id) on delete cascade,
  dose             real   not null check (dose > 0),                                  -- injected, in the unit of the treatment
  dose_band        text   not null check (dose_band in ('below', 'usual', 'above')),
  tone             text   check (tone in ('very_light', 'light', 'intermediate', 'tan', 'brown', 'dark')),
  simulated_mm     real,
  seen_mm          real,
  error_mm         real,                                                              -- standard error of measuring
  simulated_light  real,
  seen_light       real,
  error_light      real,
  primary key (case_id, period, treatment),
  foreign key (case_id, period) references evidence_looks (case_id, period) on delete cascade
);
create index on evidence_measurements (user_id);

call guard_patient_rows('evidence_looks');
call guard_patient_rows('evidence_measurements');
create policy own on evidence_looks for select to app_user using (user_id::text = (select request_user_id()));
create policy own on evidence_measurements for select to app_user using (user_id::text = (select request_user_id()));
grant select on evidence_looks, evidence_measurements to app_user;

-- The published figures, computed once a month. Each figure covers at least ten people and reveals nothing about a
-- single person.
create table evidence_reports (
  month        date         primary key,
  computed_at  timestamptz  not null,
  dataset      text         not null,
  engine       int          not null,
  people       int,                                                                   -- null: fewer than ten
  cells        jsonb        not null
);
revoke insert, update, delete on evidence_reports from flaira_app;
