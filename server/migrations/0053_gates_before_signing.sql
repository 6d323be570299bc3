-- Nothing is signed before every picture was seen at full size by the doctor who signs. A picture whose recipe and marks did not change stays that of the next
-- version of the draft, seen or not.
alter table renderings
  add column seen_at timestamptz,
  add column seen_by uuid references users (id) on delete set null;
create policy staff_sees on renderings for update to app_staff
  using (cares_for_case(case_id)
    and not exists (select from signatures s where s.case_id = renderings.case_id and s.version = renderings.version))
  with check (cares_for_case(case_id));
grant update (version, seen_at, seen_by) on renderings to app_staff;

-- What a patient was treated with and when, by any doctor: the next treatment keeps its distance from it. For doctors who care for the patient. `treatments` are
-- those that the signed recipes dose; which style was carried out is not known.
create function earlier_treatments(patient uuid) returns table (treated_on date, kinds text[], treatments text[])
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.treated_on,
    array(select distinct item ->> 'kind' from jsonb_array_elements(d.plan -> 'items') item),
    array(select distinct name from jsonb_each(d.recipes) style, jsonb_object_keys(style.value -> 'treatments') name)
  from cases c
    join treatment_dates t on t.case_id = c.id
    join lateral (select max(s.version) as version from signatures s where s.case_id = c.id) signed on true
    join drafts d on d.case_id = c.id and d.version = signed.version
  where c.patient_id = patient and cares_for_patient(patient)
$$;
-- It concerns rows of other doctors' cases, so it runs with the rights of app_system.
grant create on schema public to app_system;
alter function earlier_treatments(uuid) owner to app_system;
revoke create on schema public from app_system;
revoke execute on function earlier_treatments(uuid) from public;
grant execute on function earlier_treatments(uuid) to app_staff;
