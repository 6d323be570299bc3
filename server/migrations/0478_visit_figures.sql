-- expands
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
grant create on schema public to app_system;
alter function visit_figures(uuid, timestamptz, timestamptz) owner to app_system;
revoke create on schema public from app_system;
revoke all on function visit_figures(uuid, timestamptz, timestamptz) from public;
grant execute on function visit_figures(uuid, timestamptz, timestamptz) to app_staff;
