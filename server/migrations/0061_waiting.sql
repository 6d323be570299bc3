-- expands
-- What a patient sees while they wait: how far the doctor's work has come, and health answers that are not finished yet.

-- The newest moment of each step of the work on a case. Moments only: the patient sees them before anything is signed.
create table case_steps (
  case_id  uuid         not null references cases (id) on delete cascade,
  kind     text         not null check (kind in ('health_read', 'drawing', 'signing')),
  at       timestamptz  not null,
  primary key (case_id, kind)
);
call guard_patient_rows('case_steps');
create policy own on case_steps for select to app_user using (case_id in (select id from cases));
create policy staff_reads on case_steps for select to app_staff using (cares_for_case(case_id));
create policy staff_notes on case_steps for insert to app_staff with check (cares_for_case(case_id));
create policy staff_renews on case_steps for update to app_staff using (cares_for_case(case_id));
grant select on case_steps to app_user;
grant select, insert on case_steps to app_staff;
grant update (at) on case_steps to app_staff;

-- The nine health questions as far as they are answered. No doctor reads a draft; it ends when the answers are handed in.
create table medical_history_drafts (
  user_id    uuid         primary key references users (id) on delete cascade,
  answers    jsonb        not null,
  medicines  text         not null,
  saved_at   timestamptz  not null
);
call guard_patient_rows('medical_history_drafts');
create policy own on medical_history_drafts to app_user
  using (user_id::text = (select request_user_id())) with check (user_id::text = (select request_user_id()));
grant select, insert, delete on medical_history_drafts to app_user;
grant update (answers, medicines, saved_at) on medical_history_drafts to app_user;
