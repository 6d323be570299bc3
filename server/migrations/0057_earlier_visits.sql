-- Plans are written in visits now: what was carried out stands there, beside the items of older plans. A treatment of the clinical dataset comes back under
-- its own name, which the service turns into its kind.
-- Only its owner may replace it.
grant create on schema public to app_system;
set local role app_system;
create or replace function earlier_treatments(patient uuid) returns table (treated_on date, kinds text[], treatments text[])
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.treated_on,
    array(
      select item ->> 'kind' from jsonb_array_elements(d.plan -> 'items') item
      union
      select item ->> 'treatment'
      from jsonb_array_elements(coalesce(d.plan -> 'sessions', '[]')) visit, jsonb_array_elements(visit -> 'items') item
    ),
    array(select distinct name from jsonb_each(d.recipes) style, jsonb_object_keys(style.value -> 'treatments') name)
  from cases c
    join treatment_dates t on t.case_id = c.id
    join lateral (select max(s.version) as version from signatures s where s.case_id = c.id) signed on true
    join drafts d on d.case_id = c.id and d.version = signed.version
  where c.patient_id = patient and cares_for_patient(patient)
$$;
reset role;
revoke create on schema public from app_system;
