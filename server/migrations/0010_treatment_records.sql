-- Records of treatments: what a doctor did at a visit, with the product and lot of each treated point. Rows are never changed. A correction is
-- stored as the next version of the record.

-- Different spellings of a lot number get the same key. People who copy a lot number by hand confuse O with 0, and I or L with 1. A recall therefore finds
-- every patient with the lot, whatever the spelling of its number.
create function lot_key(lot text) returns text language sql immutable strict parallel safe
  return translate(regexp_replace(upper(lot), '[^A-Z0-9]', '', 'g'), 'OIL', '011');
create function lot_keys(products jsonb) returns text[] language sql immutable strict parallel safe
  return array(select distinct public.lot_key(product ->> 'lot') from jsonb_array_elements(products) product where product ->> 'lot' is not null);

create table treatment_records (
  id                   uuid        not null,
  version              int         not null check (version > 0),
  case_id              uuid        not null references cases (id) on delete cascade,
  -- The version of the signed plan with which the record was compared.
  plan_version         int         not null,
  visit                int         check (visit >= 0),                           -- position of the visit in that plan, from 0; null: not planned
  time_id              uuid,                                                     -- in booked_times; null: the visit was not booked here. No foreign key,
                                                                                 -- because deleting a clinic deletes booked times, but must not delete records
  treated_on           date        not null,
  products             jsonb       not null,
  points               jsonb       not null,
  events               text[]      not null,
  note                 text        not null,
  photo_ids            uuid[]      not null,
  correction           text,                                                     -- why this version replaces the previous one
  recorded_by          uuid        references users (id) on delete set null,
  practitioner_name    text        not null,                                     -- name and registration as they were on that day
  registration_number  text        not null,
  registration_body    text        not null,
  recorded_at          timestamptz not null,
  seal                 text        not null check (seal ~ '^[0-9a-f]{64}$'),
  verification_code    text        not null unique,
  lots                 text[]      not null generated always as (lot_keys(products)) stored,
  primary key (id, version),
  check ((version = 1) = (correction is null))
);
create index treatment_records_case on treatment_records (case_id, treated_on);
create index treatment_records_lots on treatment_records using gin (lots);
create index treatment_records_time on treatment_records (time_id) where time_id is not null;
create index on treatment_records (recorded_by);

-- Photos of the visit. The service removes a photo after a day if no record names it.
create table treatment_photos (
  id           uuid        primary key references photo_objects (id),
  case_id      uuid        not null references cases (id) on delete cascade,
  sha256       text        not null,
  uploaded_by  uuid        references users (id) on delete set null,
  created_at   timestamptz not null
);
create index treatment_photos_case on treatment_photos (case_id);
create index on treatment_photos (uploaded_by);

call guard_patient_rows('treatment_records');
call guard_patient_rows('treatment_photos');
-- No role may change a record, with one exception: the doctor's id is set to null when the doctor's account is deleted.
revoke update, delete on treatment_records from flaira_app;
revoke update on treatment_records from app_system;
grant update (recorded_by) on treatment_records to app_system;

create policy own on treatment_records for select to app_user using (case_id in (select id from cases));
create policy own on treatment_photos for select to app_user using (case_id in (select id from cases));
grant select on treatment_records, treatment_photos to app_user;

create policy staff_reads on treatment_records for select to app_staff using (cares_for_case(case_id));
create policy staff_records on treatment_records for insert to app_staff with check (
  recorded_by::text = (select request_user_id()) and cares_for_case(case_id)
  and exists (select from signatures s where s.case_id = treatment_records.case_id and s.version = plan_version));
create policy staff_reads on treatment_photos for select to app_staff using (cares_for_case(case_id));
create policy staff_adds on treatment_photos for insert to app_staff
  with check (uploaded_by::text = (select request_user_id()) and cares_for_case(case_id));
grant select on treatment_records, treatment_photos to app_staff;
grant insert (id, version, case_id, plan_version, visit, time_id, treated_on, products, points, events, note, photo_ids, correction, recorded_by,
  practitioner_name, registration_number, registration_body, recorded_at, seal, verification_code) on treatment_records to app_staff;
grant insert on treatment_photos to app_staff;

-- Every version after the first must have a predecessor in the same case. The trigger refuses a gap for every role. The primary key prevents a
-- second version 1.
create function treatment_record_follows() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.version > 1 and not exists (
    select from treatment_records r where r.id = new.id and r.version = new.version - 1 and r.case_id = new.case_id
  ) then raise exception 'version % of a treatment record does not follow', new.version using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger treatment_record_follows before insert on treatment_records for each row execute function treatment_record_follows();
-- The function must see all versions, whatever the rights of its caller.
call run_as_system('treatment_record_follows()');

-- Returns all patients who received a lot, from the newest version of each record. The function is for administrators,
-- who cannot read treatment records otherwise.
create function patients_of_lot(asked text) returns table (
  patient_id uuid, first_name text, last_name text, email text, phone text, is_closed boolean,
  case_id uuid, number text, record_id uuid, treated_on date, practitioner_name text, product jsonb
) language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.first_name, u.last_name, u.email, u.phone, u.closed_at is not null,
    c.id, c.number, r.id, r.treated_on, r.practitioner_name, product
  from treatment_records r
    join cases c on c.id = r.case_id
    join users u on u.id = c.patient_id,
    jsonb_array_elements(r.products) product
  where is_administrator() and r.lots @> array[lot_key(asked)] and lot_key(product ->> 'lot') = lot_key(asked)
    and not exists (select from treatment_records newer where newer.id = r.id and newer.version > r.version)
  order by r.treated_on desc, u.last_name, u.first_name, r.id
$$;
grant execute on function patients_of_lot(text) to app_staff;
call run_as_system('patients_of_lot(text)');

-- Returns all signed versions of a patient's plans. Only doctors who care for the patient get a result. A redo starts a
-- new round with a new plan. `round` is the number of redos that the patient requested before the signature.
-- `is_current` is false if the patient requested a redo after it.
create function signed_versions(patient uuid)
  returns table (case_id uuid, version int, signed_at timestamptz, plan jsonb, recipes jsonb, round bigint, is_current boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, s.version, s.signed_at, d.plan, d.recipes, redos.before, redos.before = redos.total
  from cases c
    join signatures s on s.case_id = c.id
    join drafts d on d.case_id = c.id and d.version = s.version
    cross join lateral (
      select count(*) filter (where q.requested_at <= s.signed_at) as before, count(*) as total
      from redo_requests q where q.case_id = c.id) redos
  where c.patient_id = patient and cares_for_patient(patient)
$$;
call run_as_system('signed_versions(uuid)');

-- Returns those visits of a patient's signed plans that have no record, but that presumably took place:
-- - Visits due before the first record of the case, or all visits if the case has no record. The function assumes that the
--   first visit took place on the day that the patient gave, and the others at their planned intervals.
-- - Visits that the plan places before its first visit with a record, even if the patient gave no day.
-- The day that the patient gave belongs to one round: the newest one with a version that was signed no later than the day
-- after this day, or the first round. The visits of other rounds do not follow from this day.
-- The function takes each visit of a round from the newest version that was signed no later than the day after the
-- visit. If all versions were signed later, it uses the first one. A plan without visits counts as one visit.
-- The result also contains visits in the future. It leaves out:
-- - a visit after the first record, if it has no record itself,
-- - a visit of a case that has neither a record nor a day from the patient,
-- - the visits of a plan from before a redo, if the patient has changed the day to one after the redo, unless a record
--   of that plan dates them.
-- It contains a visit that a correction removed from the plan. `visit` is the number of the visit in its plan, from 0.
-- `items` contains the planned treatments of the visit.
create function presumed_visits(patient uuid)
  returns table (case_id uuid, visit int, due_on date, items jsonb, plan jsonb, recipes jsonb, is_current boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  with signed as (
    select * from signed_versions(patient)
  ), told as (
    select s.case_id, t.told_on, coalesce(max(s.round) filter (where s.signed_at < t.told_on + 2), min(s.round)) as round
    from signed s join treatment_dates t on t.case_id = s.case_id
    where t.told_on is not null
    group by s.case_id, t.told_on
  ), recorded as (
    select s.case_id, s.round, r.visit, r.treated_on
    from signed s join treatment_records r on r.case_id = s.case_id and r.plan_version = s.version
    where not exists (select from treatment_records newer where newer.id = r.id and newer.version > r.version)
  ), visits as (
    select s.*, (at - 1)::int as visit, said -> 'items' as items,
      (sum(coalesce((said ->> 'weeks_after')::int, 0)) over (partition by s.case_id, s.version order by at))::int as week
    from signed s
      cross join lateral jsonb_array_elements(coalesce(nullif(s.plan -> 'sessions', '[]'), '[{}]')) with ordinality as session (said, at)
  ), dated as (
    select v.*, coalesce(t.told_on + 7 * v.week, f.treated_on - 7 * (fv.week - v.week)) as due_on, f.visit as first_recorded
    from visits v
      left join told t on t.case_id = v.case_id and t.round = v.round
      left join lateral (
        select r.visit, r.treated_on from recorded r
        where r.case_id = v.case_id and r.round = v.round and r.visit is not null
        order by r.visit, r.treated_on limit 1) f on true
      left join visits fv on fv.case_id = v.case_id and fv.version = v.version and fv.visit = f.visit
    where t.told_on is not null or v.visit < f.visit
  ), planned as (
    select distinct on (case_id, round, visit) *
    from dated where due_on is not null
    order by case_id, round, visit, signed_at < due_on + 2 desc, case when signed_at < due_on + 2 then version else -version end desc
  )
  select p.case_id, p.visit, p.due_on, p.items, p.plan, p.recipes, p.is_current
  from planned p
  where not exists (select from recorded r where r.case_id = p.case_id and r.round = p.round and r.visit = p.visit)
    and (p.visit < p.first_recorded
      or p.due_on < (select coalesce(min(r.treated_on), 'infinity') from recorded r where r.case_id = p.case_id))
$$;
call run_as_system('presumed_visits(uuid)');

-- Returns the earlier treatments of a patient by any doctor, so that a doctor can leave enough time before the next
-- treatment. Only doctors who care for the patient get a result. The result contains all recorded treatments, and the
-- visits of presumed_visits().
-- For a presumed visit, `treatments` contains the treatments of the visit, and every treatment with a dose in any of the
-- three styles, because nobody knows which style was carried out. The items of a plan that belong to no visit count as
-- part of the first visit.
-- `visit` and `visits` mean the same as in earlier_doses(). `visit` is null if the treatment was not a visit of the
-- current plan of its case, for example because a redo was requested afterwards. `planned` contains the items of this
-- visit in its plan. `points` contains the points of the record, or is null. The function reads other doctors' cases,
-- so it runs with the rights of app_system.
create function earlier_treatments(patient uuid)
  returns table (case_id uuid, visit int, visits int, treated_on date, kinds text[], treatments text[], planned jsonb, points jsonb)
  language sql stable security definer set search_path = public, pg_temp as $$
  select p.case_id, case when p.is_current then p.visit end, jsonb_array_length(coalesce(p.plan -> 'sessions', '[]')), p.due_on,
    array(
      select item ->> 'kind' from jsonb_array_elements(p.plan -> 'items') item where p.visit = 0
      union
      select item ->> 'treatment' from jsonb_array_elements(p.items) item
    ),
    array(
      select name from jsonb_each(p.recipes) style, jsonb_object_keys(style.value -> 'treatments') name
      union
      select item ->> 'treatment' from jsonb_array_elements(p.items) item
    ),
    p.items, null
  from presumed_visits(patient) p
  union all
  select r.case_id, case when s.is_current then r.visit end, jsonb_array_length(coalesce(s.plan -> 'sessions', '[]')), r.treated_on,
    array(select distinct point ->> 'treatment' from jsonb_array_elements(r.points) point),
    array(select distinct point ->> 'treatment' from jsonb_array_elements(r.points) point where point ->> 'unit' is not null),
    s.plan -> 'sessions' -> r.visit -> 'items', r.points
  from signed_versions(patient) s join treatment_records r on r.case_id = s.case_id and r.plan_version = s.version
  where not exists (select from treatment_records newer where newer.id = r.id and newer.version > r.version)
$$;
grant execute on function earlier_treatments(uuid) to app_staff;
call run_as_system('earlier_treatments(uuid)');

-- Returns the doses of a patient's earlier treatments by any doctor, for the limits of a period. Only doctors who care for
-- the patient get a result. The result contains all recorded doses, and the planned doses of presumed_visits().
-- `visit` is the number of the visit in the current round, or null if it belongs to an earlier round. `visits` is the
-- number of visits of its plan.
create function earlier_doses(patient uuid)
  returns table (case_id uuid, visit int, visits int, given_on date, treatment text, amount numeric, is_recorded boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select p.case_id, case when p.is_current then p.visit end, jsonb_array_length(p.plan -> 'sessions'), p.due_on, item ->> 'treatment',
    case jsonb_typeof(item -> 'dose')
      when 'object' then (item #>> '{dose,right}')::numeric + (item #>> '{dose,left}')::numeric
      else (item ->> 'dose')::numeric * case item ->> 'per' when 'side' then 2 else 1 end
    end,
    false
  from presumed_visits(patient) p cross join lateral jsonb_array_elements(p.items) item
  where item ->> 'unit' in ('units', 'mL')
  union all
  select s.case_id, case when s.is_current then r.visit end, jsonb_array_length(s.plan -> 'sessions'), r.treated_on, point ->> 'treatment',
    (point ->> 'amount')::numeric, true
  from signed_versions(patient) s
    join treatment_records r on r.case_id = s.case_id and r.plan_version = s.version
    cross join lateral jsonb_array_elements(r.points) point
  where point ->> 'unit' in ('units', 'mL')
    and not exists (select from treatment_records newer where newer.id = r.id and newer.version > r.version)
$$;
grant execute on function earlier_doses(uuid) to app_staff;
call run_as_system('earlier_doses(uuid)');
