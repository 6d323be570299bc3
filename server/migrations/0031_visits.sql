-- What follows a visit: review visits, the records of visits, and the figures of a practitioner.

-- Review visits: a free look at the result two weeks after an injection. When the visit with the injection is done, the service holds a time for the
-- review visit and proposes the time to the patient. If the patient accepts, the time becomes a confirmed appointment that costs nothing.
create table visit_reviews (
  id                     uuid         primary key,
  visit_id               uuid         not null unique references booked_times (id) on delete cascade,      -- the visit whose result is reviewed
  appointment_id         uuid         not null references appointments (id) on delete cascade,             -- the appointment of that visit
  service_id             uuid         not null references clinic_services (id),
  time_id                uuid         unique references booked_times (id) on delete set null,              -- the proposed time; null: no time was free
  state                  text         not null check (state in ('open', 'accepted', 'declined', 'expired', 'none', 'undone')),
  expires_at             timestamptz,
  review_appointment_id  uuid         unique references appointments (id) on delete set null,              -- set when the patient accepts
  created_at             timestamptz  not null,
  answered_at            timestamptz,
  check (state <> 'open' or (time_id is not null and expires_at is not null))
);
create index visit_reviews_appointment on visit_reviews (appointment_id);
create index visit_reviews_service on visit_reviews (service_id);
create index visit_reviews_open on visit_reviews (expires_at) where state = 'open';

call guard_patient_rows('visit_reviews');
create policy own_reviews on visit_reviews for select to app_user using (appointment_id in (select id from appointments));
create policy administrators_read on visit_reviews for select to app_staff using ((select is_administrator()));
create policy practitioners_see_reviews on visit_reviews for select to app_staff
  using ((select is_practitioner()) and visit_id in (select id from booked_times where practitioner_id::text = (select request_user_id())));
grant select on visit_reviews to app_user, app_staff;

-- ── Records ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Returns whether a visit belongs to this doctor and this patient. The function runs with the doctor's own rights, so
-- that it reveals no more than the agenda.
create function is_visit_of(asked uuid, patient uuid) returns boolean language sql stable as $$
  select exists (
    select from booked_times b
    join appointment_offer_times t on t.time_id = b.id
    join appointment_offers o on o.id = t.offer_id
    join appointments a on a.id = o.appointment_id
    where b.id = asked and b.practitioner_id::text = request_user_id() and a.patient_id = patient and b.state in ('booked', 'arrived', 'done'))
$$;

-- Returns which of these visits have a record. The function is only for the practitioner of the visits. Another doctor
-- may be in charge of the case by now, so the function reveals nothing else about the record.
create function recorded_visits(asked uuid[]) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select distinct r.time_id from public.treatment_records r join public.booked_times b on b.id = r.time_id
  where r.time_id = any(asked) and b.practitioner_id::text = public.request_user_id();
end;
grant execute on function recorded_visits(uuid[]) to app_staff;
call run_as_system('recorded_visits(uuid[])');

-- ── Figures ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- How the visits of a practitioner ended, per month in the time zone of the place. Practitioners cannot read the
-- patient of a cancelled time, so the function runs with the rights of its owner and returns only numbers.
-- Practitioners get their own figures. Administrators get everyone's figures if `asked` is null.
create function visit_figures(asked uuid, since timestamptz, until timestamptz)
  returns table (practitioner_id uuid, month text, done int, no_show int, late int, cancelled_in_time int, cancelled_late int, cancelled_by_clinic int, reviews int)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  with times as (
    select b.id, b.practitioner_id, b.state, b.late_minutes, lower(b.during) as starts_at,
           to_char(lower(b.during) at time zone s.timezone, 'YYYY-MM') as month
    from public.booked_times b join public.clinic_sites s on s.id = b.site_id
    where lower(b.during) >= since and lower(b.during) < until
      and (asked is null or b.practitioner_id = asked)
      and (b.practitioner_id::text = public.request_user_id() or public.is_administrator())
  ), cancelled as (
    select t.id, e.by_patient or e.details ->> 'cancelled_by' = 'patient' as is_by_patient,
           coalesce((select max(w.at) from public.appointment_events w
                     where w.appointment_id = a.id and w.kind = 'cancel_asked' and w.at <= e.at), e.at)
             > t.starts_at - make_interval(hours => o.free_until_hours) as is_late
    from times t
    join public.appointment_offer_times k on k.time_id = t.id
    join public.appointment_offers o on o.id = k.offer_id
    join public.appointments a on a.id = o.appointment_id
    cross join lateral (select at, by_patient, details from public.appointment_events
                        where appointment_id = a.id and to_status = 'cancelled' order by id desc limit 1) e
    where t.state = 'cancelled' and a.status = 'cancelled'
  )
  select t.practitioner_id, t.month,
         count(*) filter (where t.state = 'done')::int,
         count(*) filter (where t.state = 'no_show')::int,
         count(*) filter (where t.late_minutes is not null)::int,
         count(*) filter (where c.is_by_patient and not c.is_late)::int,
         count(*) filter (where c.is_by_patient and c.is_late)::int,
         count(*) filter (where c.is_by_patient is false)::int,
         count(*) filter (where exists (select from public.visit_reviews r where r.visit_id = t.id and r.state = 'accepted'))::int
  from times t left join cancelled c on c.id = t.id
  where t.state in ('done', 'no_show') or t.late_minutes is not null or c.id is not null
  group by t.practitioner_id, t.month;
end;
grant execute on function visit_figures(uuid, timestamptz, timestamptz) to app_staff;
call run_as_system('visit_figures(uuid, timestamptz, timestamptz)');
