-- expands
-- Reserved time of practitioners and rooms. A row contains the practitioner, the place and the time, and nothing about the patient. The link to the
-- appointment is in appointment_offer_times. Two active rows can never overlap for one practitioner or one room.
create extension if not exists btree_gist;

create table booked_times (
  id               uuid        primary key,
  clinic_id        uuid        not null references clinics (id) on delete cascade,
  site_id          uuid        not null references clinic_sites (id) on delete cascade,
  service_id       uuid        not null references clinic_services (id) on delete cascade,
  practitioner_id  uuid        not null references users (id) on delete cascade,
  room_id          uuid        references clinic_rooms (id) on delete cascade,
  during           tstzrange   not null check (not isempty(during) and lower_inc(during) and not upper_inc(during)), -- what the patient sees
  blocked          tstzrange   not null check (blocked @> during),            -- with the buffers
  state            text        not null check (state in ('held', 'booked', 'arrived', 'done', 'no_show', 'cancelled', 'released')),
  held_until       timestamptz,
  late_minutes     int         check (late_minutes > 0),                      -- how late the patient came
  calendar_sequence int        not null default 0,                            -- counts up with each change that a calendar must take over
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

-- Addresses of external calendars whose busy times are treated as taken, and the result of the last reading.
create table busy_feeds (
  id          uuid        primary key,
  user_id     uuid        not null references users (id) on delete cascade,   -- the practitioner whose busy times these are
  address     text        not null,
  name        text        not null default '',
  created_at  timestamptz not null,
  read_at     timestamptz,                                                    -- the last time it could be read
  failed_at   timestamptz,                                                    -- the last time it could not
  fault       text,                                                           -- why, as a code
  etag        text
);
create index busy_feeds_user on busy_feeds (user_id);

create table busy_times (
  feed_id  uuid       not null references busy_feeds (id) on delete cascade,
  user_id  uuid       not null references users (id) on delete cascade,
  during   tstzrange  not null check (not isempty(during))
);
create index busy_times_user on busy_times using gist (user_id, during);
create index busy_times_feed on busy_times (feed_id);

-- Secret addresses at which a calendar program reads the appointments of a person or a site. The secret itself is not stored.
create table calendar_feeds (
  id             uuid        primary key,
  user_id        uuid        references users (id) on delete cascade,
  site_id        uuid        references clinic_sites (id) on delete cascade,
  created_by     uuid        references users (id) on delete cascade,
  secret_hash    text        not null unique,
  shows_names    boolean     not null default false,
  created_at     timestamptz not null,
  read_at        timestamptz,
  revoked_at     timestamptz,
  check ((user_id is null) <> (site_id is null))
);
create index calendar_feeds_user on calendar_feeds (user_id);
create index calendar_feeds_site on calendar_feeds (site_id);
create index calendar_feeds_created_by on calendar_feeds (created_by);

-- The times that an offer holds for a patient. The patient chooses one of them.
create table appointment_offer_times (
  offer_id   uuid     not null references appointment_offers (id) on delete cascade,
  time_id    uuid     not null unique references booked_times (id) on delete cascade,
  is_chosen  boolean  not null default false,
  primary key (offer_id, time_id)
);
create unique index appointment_offer_times_chosen on appointment_offer_times (offer_id) where is_chosen;

call guard_patient_rows('booked_times');
call guard_patient_rows('appointment_offer_times');
call guard_patient_rows('busy_feeds');
call guard_patient_rows('busy_times');
call guard_patient_rows('calendar_feeds');

create policy own_offer_times on appointment_offer_times to app_user
  using (offer_id in (select id from appointment_offers)) with check (offer_id in (select id from appointment_offers));
create policy staff_works on appointment_offer_times to app_staff using (true) with check (true);
grant select, insert, update (is_chosen) on appointment_offer_times to app_user;
grant select, insert, update (is_chosen), delete on appointment_offer_times to app_staff;

-- Patients see which times are taken. They can change only the times that are held for them.
create policy everybody_reads on booked_times for select to app_user using (true);
create policy patients_hold on booked_times for insert to app_user with check (state = 'held');
create policy patients_change_their_own on booked_times for update to app_user
  using (id in (select time_id from appointment_offer_times)) with check (id in (select time_id from appointment_offer_times));
grant select, insert, update (state, held_until, during, blocked, calendar_sequence, updated_at) on booked_times to app_user;

create policy administrators_work on booked_times to app_staff using ((select is_administrator())) with check ((select is_administrator()));
create policy clinic_works on booked_times to app_staff
  using (practitioner_id::text = (select request_user_id()) or works_at(clinic_id, '{owner,nurse,desk}'))
  with check (practitioner_id::text = (select request_user_id()) or works_at(clinic_id, '{owner,nurse,desk}'));
grant select, insert, update on booked_times to app_staff;

create policy everybody_reads on busy_times for select to app_user, app_staff using (true);
grant select on busy_times to app_user, app_staff;
create policy own_feeds on busy_feeds to app_staff
  using (user_id::text = (select request_user_id())) with check (user_id::text = (select request_user_id()));
grant select, insert, update, delete on busy_feeds to app_staff;
create policy own_calendar_feeds on calendar_feeds to app_staff
  using (user_id::text = (select request_user_id()) or works_at_site(site_id, '{owner,desk}'))
  with check (user_id::text = (select request_user_id()) or works_at_site(site_id, '{owner,desk}'));
grant select, insert, update on calendar_feeds to app_staff;
