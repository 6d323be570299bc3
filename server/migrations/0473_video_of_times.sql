-- expands
-- The offer states whether the visit takes place by video, because the quote names the place and the service may change later.
alter table appointment_offers add column is_video boolean not null default false;
grant select (is_video) on appointment_offers to app_user;

-- A video visit belongs to a case or to a booked time. A visit that belongs to a booked time has the same id as the
-- time, so the time determines the address of the visit.
alter table video_visits
  alter column case_id drop not null,
  add column time_id     uuid  unique references booked_times (id) on delete cascade,
  add column patient_id  uuid  references users (id) on delete cascade,
  add constraint video_visits_of_one check ((case_id is null) <> (time_id is null));

set local role app_system;
update video_visits v set patient_id = c.patient_id from cases c where c.id = v.case_id;
-- Offers with an accepted quote are left out, because their quotes must keep their text.
update appointment_offers o set is_video = true
where o.accepted_quote is null and exists (
  select from appointment_offer_times t
  join booked_times b on b.id = t.time_id
  join clinic_services s on s.id = b.service_id
  where t.offer_id = o.id and s.is_video
);
reset role;

alter table video_visits alter column patient_id set not null;
create index video_visits_patient on video_visits (patient_id);

-- An earlier release does not fill the column patient_id.
create function name_patient_of_visit() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.patient_id is null then
    select patient_id into new.patient_id from cases where id = new.case_id;
  end if;
  return new;
end $$;
create trigger video_visits_patient before insert on video_visits for each row execute function name_patient_of_visit();

-- Updates the video visit of a time: plans it while the time is booked, and ends it when the time is cancelled,
-- released or missed.
create function follow_time_by_video(asked uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  met record;
begin
  select b.state, lower(b.during) as starts_at, b.updated_at as at, a.patient_id into met
  from booked_times b
  join appointment_offer_times t on t.time_id = b.id
  join appointment_offers o on o.id = t.offer_id
  join appointments a on a.id = o.appointment_id
  where b.id = asked and o.is_video;
  if not found then
    return;
  end if;
  if met.state in ('booked', 'arrived') then
    insert into video_visits as v (id, time_id, patient_id, planned_at, state, created_at)
    values (asked, asked, met.patient_id, met.starts_at, 'planned', met.at)
    on conflict (time_id) do update
      set planned_at = excluded.planned_at, state = 'planned', started_at = null, ended_at = null, cancelled_by = null,
          doctor_page = null, doctor_seen_at = null, patient_page = null, patient_seen_at = null
      where v.planned_at <> excluded.planned_at or v.state in ('cancelled', 'missed');
  elsif met.state in ('cancelled', 'released', 'no_show') then
    update video_visits
    set state = case met.state when 'no_show' then 'missed' else 'cancelled' end, ended_at = met.at
    where time_id = asked and ended_at is null;
    delete from video_signals where visit_id = asked;
  end if;
end $$;

create function time_changed_by_video() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- The patient consented to a visit with the earlier practitioner only.
  if old.practitioner_id <> new.practitioner_id then
    update video_visits
    set doctor_page = null, doctor_seen_at = null, consent_version = null, consent_language = null, consented_at = null
    where time_id = new.id;
    delete from video_signals where visit_id = new.id;
  end if;
  perform follow_time_by_video(new.id);
  return null;
end $$;
create function time_tied_by_video() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform follow_time_by_video(new.time_id);
  return null;
end $$;

grant create on schema public to app_system;
alter function follow_time_by_video(uuid) owner to app_system;
alter function time_changed_by_video() owner to app_system;
alter function time_tied_by_video() owner to app_system;
revoke create on schema public from app_system;
revoke all on function follow_time_by_video(uuid), time_changed_by_video(), time_tied_by_video() from public;

create trigger booked_times_video after update of state, during, practitioner_id on booked_times
  for each row execute function time_changed_by_video();
create trigger appointment_offer_times_video after insert on appointment_offer_times
  for each row execute function time_tied_by_video();

-- The two participants of a visit: the patient, and either the doctor in charge of the case or the practitioner of the
-- booked time.
drop policy own on video_visits;
drop policy own_changed on video_visits;
drop policy staff_reads on video_visits;
drop policy staff_changes on video_visits;
create policy own on video_visits for select to app_user using (patient_id::text = (select request_user_id()));
create policy own_changed on video_visits for update to app_user using (patient_id::text = (select request_user_id()));
create function has_video_time(asked uuid) returns boolean language sql stable set search_path = public, pg_temp as $$
  select is_doctor() and exists (
    select from booked_times
    where id = asked and practitioner_id::text = request_user_id() and state in ('booked', 'arrived', 'done', 'no_show')
  )
$$;
create policy staff_reads on video_visits for select to app_staff using (cares_for_case(case_id) or has_video_time(time_id));
create policy staff_changes on video_visits for update to app_staff using (cares_for_case(case_id) or has_video_time(time_id));
