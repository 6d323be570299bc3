-- Calendars: busy times that are read from practitioners' own calendars, and secret addresses of this service at which
-- calendar programs read appointments.

-- Addresses of external calendars whose busy times are treated as taken, and the result of the last reading.
create table busy_feeds (
  id          uuid        primary key,
  user_id     uuid        not null references users (id) on delete cascade,   -- the practitioner whose busy times these are
  address     text        not null,
  name        text        not null default '',
  created_at  timestamptz not null,
  read_at     timestamptz,                                                    -- when it was last read successfully
  filled_at   timestamptz,                                                    -- the last complete import. Even an unchanged calendar is imported
                                                                              -- once a day, to compute its repeating events for one more day
  failed_at   timestamptz,                                                    -- null: the last reading succeeded
  fault       text,                                                           -- code of the reason why it failed
  etag        text
);
create index busy_feeds_user on busy_feeds (user_id);
create unique index busy_feeds_address on busy_feeds (user_id, address);

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

call guard_patient_rows('busy_feeds');
call guard_patient_rows('busy_times');
call guard_patient_rows('calendar_feeds');

create policy everybody_reads on busy_times for select to app_user, app_staff using (true);
grant select on busy_times to app_user, app_staff;
create policy own_feeds on busy_feeds to app_staff
  using (user_id::text = (select request_user_id())) with check (user_id::text = (select request_user_id()));
grant select, insert, update, delete on busy_feeds to app_staff;
create policy own_calendar_feeds on calendar_feeds to app_staff
  using (user_id::text = (select request_user_id()) or works_at_site(site_id, '{owner,desk}'))
  with check (user_id::text = (select request_user_id()) or works_at_site(site_id, '{owner,desk}'));
grant select, insert, update on calendar_feeds to app_staff;
-- Administrators manage the calendar addresses of a site.
create policy administrators_work on calendar_feeds to app_staff using ((select is_administrator())) with check ((select is_administrator()));
