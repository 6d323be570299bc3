-- Measurements that compare the result of a treatment with its simulation, and the figures that we publish about them.
-- The measurements come from patients who consented, and include no photos.

-- The cases whose photos were compared for an outcome check, with the dataset and the engine of the comparison. Without
-- such a row the job would compare the photos again each night.
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

-- One row for each treated zone, with its movement in millimetres and its change of lightness in L*. The movement is
-- null if the simulation hardly moves the zone. The lightness is null if too little skin is visible.
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
  error_mm         real,                                                              -- standard error of seen_mm
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
  cells        jsonb        not null,
  corrections  jsonb                                                                  -- of the dose-response table, as the measurements suggest
);
revoke insert, update, delete on evidence_reports from flaira_app;
grant select on evidence_reports to app_staff;

-- ── Corrections ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Corrections of the dose-response table, based on measured results. An administrator proposes a correction and may
-- withdraw it. Only a doctor decides on it. The tables contain nothing about patients.
create table dose_calibrations (
  number                int             primary key generated always as identity,
  dataset               text            not null,                                     -- dataset and engine of the table that it corrects
  engine                int             not null,
  base                  int,                                                          -- the calibration in force when it was proposed
  -- The measured figures behind the proposal. Empty: the proposal restores the table of the dataset.
  corrections           jsonb           not null,
  v0                    jsonb           not null,                                     -- the new v0 of each treatment that differs from the dataset's table
  proposed_by           uuid            references users (id) on delete set null,
  proposed_name         text            not null,
  proposed_at           timestamptz(3)  not null,
  decision              text            check (decision in ('approved', 'declined', 'withdrawn')),
  decided_by            uuid            references users (id) on delete set null,
  decided_name          text,
  decided_registration  text,
  decided_at            timestamptz(3),
  reason                text            not null default '',
  check ((decision is null) = (decided_at is null)),
  check (decision is distinct from 'approved' or decided_registration is not null),
  check (decision is not distinct from 'withdrawn' or decided_by is distinct from proposed_by or decided_by is null)
);
create unique index dose_calibrations_open on dose_calibrations ((true)) where decision is null;
create index on dose_calibrations (proposed_by);
create index on dose_calibrations (decided_by);

-- The treatments of a proposal whose images a person viewed before the decision.
create table dose_calibration_looks (
  number     int             not null references dose_calibrations (number) on delete cascade,
  user_id    uuid            not null references users (id) on delete cascade,
  treatment  text            not null,
  looked_at  timestamptz(3)  not null,
  primary key (number, user_id, treatment)
);
create index on dose_calibration_looks (user_id);

alter table dose_calibrations enable row level security;
alter table dose_calibration_looks enable row level security;
create policy system_sees_all on dose_calibrations to app_system using (true) with check (true);
create policy system_sees_all on dose_calibration_looks to app_system using (true) with check (true);
create policy staff_reads on dose_calibrations for select to app_staff using (true);
create policy administrators_propose on dose_calibrations for insert to app_staff with check ((select is_administrator()));
create policy staff_decides on dose_calibrations for update to app_staff
  using (decision is null and ((select is_doctor()) or (select is_administrator())))
  with check (decision is not null and case decision when 'withdrawn' then (select is_administrator()) else (select is_doctor()) end);
create policy own_looks on dose_calibration_looks to app_staff
  using (user_id::text = (select request_user_id())) with check (user_id::text = (select request_user_id()));
grant select, insert, update (decision, decided_by, decided_name, decided_registration, decided_at, reason) on dose_calibrations to app_staff;
grant select, insert on dose_calibration_looks to app_staff;
