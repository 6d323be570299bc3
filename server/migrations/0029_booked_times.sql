-- Reserved time of practitioners and rooms, and the offers that hold it.
--
-- A row of booked_times contains the practitioner, the place and the time, and nothing about the patient. The link to the appointment is in
-- appointment_offer_times. Two active rows can never overlap for one practitioner or one room.

create table booked_times (
  id               uuid        primary key,
  clinic_id        uuid        not null references clinics (id) on delete cascade,
  site_id          uuid        not null references clinic_sites (id) on delete cascade,
  service_id       uuid        not null references clinic_services (id) on delete cascade,
  practitioner_id  uuid        not null references users (id) on delete cascade,
  room_id          uuid        references clinic_rooms (id) on delete cascade,
  during           tstzrange   not null check (not isempty(during) and lower_inc(during) and not upper_inc(during)), -- the time that the patient sees
  blocked          tstzrange   not null check (blocked @> during),            -- `during` and the buffers of the service
  state            text        not null check (state in ('held', 'booked', 'arrived', 'done', 'no_show', 'cancelled', 'released')),
  held_until       timestamptz,
  late_minutes     int         check (late_minutes > 0),                      -- how many minutes the patient was late
  calendar_sequence int        not null default 0,                            -- increases with each change that calendars must show
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  check ((state = 'held') = (held_until is not null)),
  constraint one_at_a_time_for_practitioner
    exclude using gist (practitioner_id with =, blocked with &&) where (state in ('held', 'booked', 'arrived', 'done')),
  constraint one_at_a_time_in_room
    exclude using gist (room_id with =, blocked with &&) where (room_id is not null and state in ('held', 'booked', 'arrived', 'done'))
);
create index booked_times_site on booked_times (site_id, lower(during));
create index booked_times_clinic on booked_times (clinic_id, lower(during));
create index booked_times_practitioner on booked_times (practitioner_id, lower(during));
create index booked_times_room on booked_times (room_id);
create index booked_times_service on booked_times (service_id);
create index booked_times_held on booked_times (held_until) where state = 'held';
-- For agendas, which list all times that overlap a period, even those that begin before it or end after it.
create index booked_times_during on booked_times using gist (during);

-- The times that an offer holds for a patient. The patient chooses one of them.
create table appointment_offer_times (
  offer_id   uuid     not null references appointment_offers (id) on delete cascade,
  time_id    uuid     not null unique references booked_times (id) on delete cascade,
  is_chosen  boolean  not null default false,
  primary key (offer_id, time_id)
);
create unique index appointment_offer_times_chosen on appointment_offer_times (offer_id) where is_chosen;

-- An expired hold may belong to another patient, whose rows a patient cannot change. This function releases the expired
-- hold.
create function release_run_out(asked_practitioner uuid, asked_site uuid, asked tstzrange, asked_at timestamptz, but uuid) returns void
  language sql security definer set search_path = public, pg_temp
begin atomic
  update public.booked_times set state = 'released', held_until = null, updated_at = asked_at
  where state = 'held' and held_until <= asked_at and blocked && asked and (practitioner_id = asked_practitioner or site_id = asked_site)
    and id is distinct from but;
end;
grant execute on function release_run_out(uuid, uuid, tstzrange, timestamptz, uuid) to app_user, app_staff, app_desk, app_system;
-- The owner of the table would see no rows, because row level security applies to the owner too. app_system sees all
-- rows.
call run_as_system('release_run_out(uuid, uuid, tstzrange, timestamptz, uuid)');

-- Column grants say which columns a patient and the desk may change. This trigger also limits the values, in case
-- someone reaches the database in such a role.
-- Neither a patient nor the desk can assign a time to another practitioner. A patient may release a time, or book a
-- held time in place of a time that the clinic could not keep.
create function guard_time() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.practitioner_id <> old.practitioner_id then
    raise exception 'this role cannot give a time to another practitioner' using errcode = 'insufficient_privilege';
  end if;
  if current_user = 'app_user' and new.state <> old.state and not (
    (old.state in ('held', 'booked') and new.state in ('released', 'cancelled'))
    or (old.state = 'held' and new.state = 'booked' and exists (
      select from appointment_offer_times t join appointment_offers o on o.id = t.offer_id
      where t.time_id = new.id and o.state in ('paid', 'agreed') and o.alternatives_until is not null))
  ) then
    raise exception 'a patient cannot make a time that is % %', old.state, new.state using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger guard_time before update of practitioner_id, state on booked_times
  for each row when (current_user in ('app_user', 'app_desk')) execute function guard_time();

-- ── Who may see and change what ────────────────────────────────────────────────────────────────────────────────────────────────────────
call guard_patient_rows('booked_times');
call guard_patient_rows('appointment_offer_times');

-- Patients see which times are taken. They choose among the times of their own offers and move their booked times. Only
-- staff and the service can create booked times.
create policy everybody_reads on booked_times for select to app_user using (true);
create policy patients_change_their_own on booked_times for update to app_user
  using (id in (select time_id from appointment_offer_times)) with check (id in (select time_id from appointment_offer_times));
grant select, update (site_id, practitioner_id, room_id, state, held_until, during, blocked, calendar_sequence, updated_at) on booked_times to app_user;
create policy own_offer_times on appointment_offer_times for select to app_user using (offer_id in (select id from appointment_offers));
create policy own_choice on appointment_offer_times for update to app_user
  using (offer_id in (select id from appointment_offers)) with check (offer_id in (select id from appointment_offers));
grant select, update (is_chosen) on appointment_offer_times to app_user;

create policy administrators_work on booked_times to app_staff using ((select is_administrator())) with check ((select is_administrator()));
-- Practitioners with a verified registration may change their own appointment times at a clinic where they work.
-- Owners, nurses and the desk of a clinic may change all its appointment times.
create policy clinic_works on booked_times to app_staff
  using ((practitioner_id::text = (select request_user_id()) and (select is_practitioner())) or works_at(clinic_id, '{owner,nurse,desk}'))
  with check ((practitioner_id::text = (select request_user_id()) and (select is_practitioner())
                and works_at(clinic_id, '{owner,practitioner,nurse,desk}'))
    or works_at(clinic_id, '{owner,nurse,desk}'));
grant select, insert, update on booked_times to app_staff;

-- A practitioner may read which patient has an appointment time with this practitioner. After the time was cancelled or
-- released, the practitioner can no longer read it. Administrators may read it for every time, and other staff for
-- none.
create policy administrators_work on appointment_offer_times to app_staff
  using ((select is_administrator())) with check ((select is_administrator()));
create policy practitioners_see_visits on appointment_offer_times for select to app_staff
  using ((select is_practitioner()) and time_id in (select id from booked_times where practitioner_id::text = (select request_user_id())
                                                      and state in ('held', 'booked', 'arrived', 'done', 'no_show')));
grant select, insert, update (is_chosen), delete on appointment_offer_times to app_staff;
