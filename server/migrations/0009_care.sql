-- Communication of patient and doctor around a case: medical history, expectations, urgent signs, messages, outcomes.

-- The patient's statements about their health. A row is never changed, and only the newest version applies.
create table medical_histories (
  user_id   uuid        not null references users (id) on delete cascade,
  version   int         not null check (version > 0),
  answers   jsonb       not null,
  saved_at  timestamptz not null,
  primary key (user_id, version)
);

-- The patient's unfinished answers to the nine health questions. Doctors cannot read a draft. It is deleted when the patient submits the answers.
create table medical_history_drafts (
  user_id    uuid         primary key references users (id) on delete cascade,
  answers    jsonb        not null,
  medicines  text,                                                            -- null: not answered yet
  saved_at   timestamptz  not null
);

-- A short screening for distress about one's appearance. After a positive result, a doctor talks with the patient.
create table expectation_screens (
  user_id      uuid        not null references users (id) on delete cascade,
  version      int         not null check (version > 0),
  answers      jsonb       not null,
  is_positive  boolean     not null,
  answered_at  timestamptz not null,
  reviewed_by  uuid        references users (id) on delete set null,
  reviewed_at  timestamptz,
  review_note  text,
  primary key (user_id, version)
);
create index expectation_screens_waiting on expectation_screens (answered_at) where is_positive and reviewed_at is null;
create index on expectation_screens (reviewed_by);

-- Reports of signs that appear after a treatment and that a doctor must look at without delay. One member of staff is responsible for each
-- report until it is settled.
create table urgent_reports (
  id               uuid        primary key default gen_random_uuid(),
  user_id          uuid        not null references users (id) on delete cascade,
  signs            text[]      not null check (cardinality(signs) > 0),
  note             text        not null,
  reported_at      timestamptz not null,
  owner_id         uuid        references users (id) on delete set null,
  acknowledged_at  timestamptz,
  acknowledged_by  uuid        references users (id) on delete set null,
  escalated_at     timestamptz,
  settled_at       timestamptz,
  settled_by       uuid        references users (id) on delete set null,
  settlement       text,
  phone            text                                                         -- the number to call, if not that of the account
);
create index urgent_reports_open on urgent_reports (reported_at) where settled_at is null;
create index urgent_reports_user on urgent_reports (user_id, reported_at desc);
create index on urgent_reports (owner_id);
create index on urgent_reports (acknowledged_by);
create index on urgent_reports (settled_by);

-- The conversation of a patient and the doctor about one case. Messages are never changed or removed.
create table case_messages (
  id         uuid        primary key default gen_random_uuid(),
  place      bigint      not null generated always as identity,                 -- the order of the messages, because two of them may have the same sent_at
  case_id    uuid        not null references cases (id) on delete cascade,
  author_id  uuid        references users (id) on delete set null,
  is_staff   boolean     not null,
  body       text        not null,
  sent_at    timestamptz not null,
  read_at    timestamptz
);
create index case_messages_case on case_messages (case_id, place);
create index case_messages_unread on case_messages (case_id) where read_at is null;
create index on case_messages (author_id);

-- The day of the treatment, as the patient gave it or a doctor recorded it, and the patient's answers to the outcome checks.
create table treatment_dates (
  case_id     uuid        primary key references cases (id) on delete cascade,
  treated_on  date        not null,
  told_on     date,                                                              -- the day that the patient gave; a record does not replace it
  told_at     timestamptz not null
);
create table outcome_checks (
  case_id       uuid        not null references cases (id) on delete cascade,
  kind          text        not null check (kind in ('two_weeks', 'three_months')),
  match         int         not null check (match between 1 and 5),
  satisfaction  int         not null check (satisfaction between 1 and 5),
  events        text[]      not null,
  note          text        not null,
  answered_at   timestamptz not null,
  primary key (case_id, kind)
);
create table outcome_reminders (
  case_id  uuid        not null references cases (id) on delete cascade,
  kind     text        not null check (kind in ('two_weeks', 'three_months')),
  sent_at  timestamptz not null,
  primary key (case_id, kind)
);

call guard_patient_rows('medical_histories');
call guard_patient_rows('medical_history_drafts');
call guard_patient_rows('expectation_screens');
call guard_patient_rows('urgent_reports');
call guard_patient_rows('case_messages');
call guard_patient_rows('treatment_dates');
call guard_patient_rows('outcome_checks');
call guard_patient_rows('outcome_reminders');

create policy own on medical_histories for select to app_user using (user_id::text = (select request_user_id()));
create policy own_told on medical_histories for insert to app_user with check (user_id::text = (select request_user_id()));
create policy own on medical_history_drafts to app_user
  using (user_id::text = (select request_user_id())) with check (user_id::text = (select request_user_id()));
create policy own on expectation_screens for select to app_user using (user_id::text = (select request_user_id()));
create policy own_told on expectation_screens for insert to app_user with check (user_id::text = (select request_user_id()));
create policy own on urgent_reports for select to app_user using (user_id::text = (select request_user_id()));
create policy own_told on urgent_reports for insert to app_user with check (user_id::text = (select request_user_id()));
create policy own_phone on urgent_reports for update to app_user
  using (user_id::text = (select request_user_id()) and settled_at is null)
  with check (user_id::text = (select request_user_id()));
create policy own on case_messages for select to app_user using (case_id in (select id from cases));
create policy own_sent on case_messages for insert to app_user
  with check (author_id::text = (select request_user_id()) and not is_staff and case_id in (select id from cases));
create policy own_read on case_messages for update to app_user using (is_staff and case_id in (select id from cases));
create policy own on treatment_dates for select to app_user using (case_id in (select id from cases));
create policy own_told on treatment_dates for insert to app_user with check (case_id in (select id from cases));
create policy own_changed on treatment_dates for update to app_user using (case_id in (select id from cases));
create policy own on outcome_checks for select to app_user using (case_id in (select id from cases));
create policy own_told on outcome_checks for insert to app_user with check (case_id in (select id from cases));
grant select, insert on medical_histories, expectation_screens, urgent_reports, case_messages, treatment_dates, outcome_checks to app_user;
grant select, insert, delete on medical_history_drafts to app_user;
grant update (answers, medicines, saved_at) on medical_history_drafts to app_user;
grant update (phone) on urgent_reports to app_user;
grant update (read_at) on case_messages to app_user;
grant update (treated_on, told_on, told_at) on treatment_dates to app_user;

create policy staff_reads on medical_histories for select to app_staff using (cares_for_patient(user_id));
create policy staff_reads on expectation_screens for select to app_staff using (cares_for_patient(user_id));
create policy staff_reviews on expectation_screens for update to app_staff
  using (is_positive and cares_for_patient(user_id)) with check (reviewed_by::text = (select request_user_id()));
create policy staff_reads on urgent_reports for select to app_staff using ((select is_doctor()) or (select is_administrator()));
create policy staff_settles on urgent_reports for update to app_staff
  using (settled_at is null and ((select is_doctor()) or (select is_administrator()))) with check (true);
create policy staff_reads on case_messages for select to app_staff using (cares_for_case(case_id));
create policy staff_sends on case_messages for insert to app_staff
  with check (author_id::text = (select request_user_id()) and is_staff and cares_for_case(case_id));
create policy staff_read on case_messages for update to app_staff using (not is_staff and cares_for_case(case_id));
create policy staff_reads on treatment_dates for select to app_staff using (cares_for_case(case_id));
create policy staff_reads on outcome_checks for select to app_staff using (cares_for_case(case_id));
grant select on medical_histories, expectation_screens, urgent_reports, case_messages, treatment_dates, outcome_checks to app_staff;
grant insert on case_messages to app_staff;
grant update (read_at) on case_messages to app_staff;
grant update (reviewed_by, reviewed_at, review_note) on expectation_screens to app_staff;
grant update (owner_id, acknowledged_at, acknowledged_by, settled_at, settled_by, settlement) on urgent_reports to app_staff;
