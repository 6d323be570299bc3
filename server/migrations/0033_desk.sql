-- The desk of a clinic: an account that sees which patients come to its clinic and when, and nothing else about them.
--
-- The role app_desk may reach only what this file and the grants of a few functions name.

-- Clinics where the person of this transaction works at the desk. The function runs with the rights of its owner.
-- Otherwise the policies of clinic_members would read the table that they guard, in an endless recursion.
create function desk_clinics() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select m.clinic_id from public.clinic_members m join public.users u on u.id = m.user_id
  where m.user_id::text = public.request_user_id() and m.role = 'desk' and u.role = 'desk' and u.suspended_at is null and u.closed_at is null;
end;
-- The people who work at these clinics, with the names that patients see.
create function desk_colleagues() returns table (id uuid, name text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select u.id, u.name from public.users u
  where exists (select from public.clinic_members m where m.user_id = u.id and m.clinic_id in (select public.desk_clinics()));
end;
revoke all on function desk_clinics(), desk_colleagues() from public;
grant execute on function desk_clinics(), desk_colleagues() to app_desk;

-- ── The clinic ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
grant select on clinics, clinic_sites, clinic_rooms, clinic_members, clinic_services, service_practitioners, service_rooms to app_desk;
create policy desk_reads on clinics for select to app_desk using (id in (select desk_clinics()));
create policy desk_reads on clinic_sites for select to app_desk using (clinic_id in (select desk_clinics()));
create policy desk_reads on clinic_members for select to app_desk using (clinic_id in (select desk_clinics()));
create policy desk_reads on clinic_services for select to app_desk using (clinic_id in (select desk_clinics()));
-- The policies below read the tables above, where the desk sees only its own clinics.
create policy desk_reads on clinic_rooms for select to app_desk using (site_id in (select id from clinic_sites));
create policy desk_reads on service_practitioners for select to app_desk using (service_id in (select id from clinic_services));
create policy desk_reads on service_rooms for select to app_desk using (service_id in (select id from clinic_services));

-- Hours and days of the desk's own places. Only the practitioner can change time off that applies to all places. The
-- desk can see it.
grant select, insert, update, delete on availability_rules, availability_exceptions, site_days to app_desk;
create policy desk_sets_hours on availability_rules to app_desk
  using (site_id in (select id from clinic_sites))
  with check (site_id in (select id from clinic_sites) and user_id in (select user_id from clinic_members));
create policy desk_sets_exceptions on availability_exceptions to app_desk
  using (site_id in (select id from clinic_sites))
  with check (site_id in (select id from clinic_sites) and user_id in (select user_id from clinic_members));
create policy desk_sees_time_off on availability_exceptions for select to app_desk
  using (site_id is null and user_id in (select user_id from clinic_members));
create policy clinic_desk_sets_days on site_days to app_desk
  using (site_id in (select id from clinic_sites)) with check (site_id in (select id from clinic_sites));

grant select (user_id, during) on busy_times to app_desk;
create policy desk_reads on busy_times for select to app_desk using (user_id in (select user_id from clinic_members));

-- ── Visits ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
grant select on booked_times to app_desk;
grant update (site_id, practitioner_id, room_id, during, blocked, state, late_minutes, calendar_sequence, updated_at) on booked_times to app_desk;
create policy desk_reads on booked_times for select to app_desk using (clinic_id in (select desk_clinics()));
create policy desk_changes on booked_times for update to app_desk
  using (clinic_id in (select desk_clinics()))
  with check (clinic_id in (select desk_clinics()) and site_id in (select s.id from clinic_sites s where s.clinic_id = booked_times.clinic_id));

-- The desk cannot read which patient had an appointment time that was cancelled or released.
grant select on appointment_offer_times to app_desk;
create policy desk_reads on appointment_offer_times for select to app_desk
  using (time_id in (select id from booked_times where state in ('held', 'booked', 'arrived', 'done', 'no_show')));
grant select (id, appointment_id, state, is_video) on appointment_offers to app_desk;
create policy desk_reads on appointment_offers for select to app_desk using (id in (select offer_id from appointment_offer_times));
grant select (id, number, status, patient_full_name, patient_phone) on appointments to app_desk;
create policy desk_reads on appointments for select to app_desk using (id in (select appointment_id from appointment_offers));

-- Secret calendar addresses of the desk's own places.
grant select, insert, update (revoked_at) on calendar_feeds to app_desk;
create policy desk_shares on calendar_feeds to app_desk
  using (site_id in (select id from clinic_sites))
  with check (site_id in (select id from clinic_sites) and user_id is null);
