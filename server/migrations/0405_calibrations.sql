-- expands
-- Corrections of the dose-response table, based on measured results. An administrator proposes and a doctor decides. The tables contain nothing about
-- patients.
alter table evidence_reports add column corrections jsonb;                            -- null: computed by an earlier release
grant select on evidence_reports to app_staff;

create table dose_calibrations (
  number                int             primary key generated always as identity,
  dataset               text            not null,                                     -- both of the table that it corrects
  engine                int             not null,
  base                  int,                                                          -- the calibration in force when it was proposed
  corrections           jsonb           not null,                                     -- figures behind it; empty: back to the table of the dataset
  v0                    jsonb           not null,                                     -- the whole difference from the dataset's table
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

-- A row means that a person viewed the images of one treatment of a proposal before the decision.
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
create policy staff_decides on dose_calibrations for update to app_staff using (decision is null) with check (decision is not null);
create policy own_looks on dose_calibration_looks to app_staff
  using (user_id::text = (select request_user_id())) with check (user_id::text = (select request_user_id()));
grant select, insert, update (decision, decided_by, decided_name, decided_registration, decided_at, reason) on dose_calibrations to app_staff;
grant select, insert on dose_calibration_looks to app_staff;
