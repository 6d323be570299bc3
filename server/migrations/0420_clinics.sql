-- expands
-- Where and with whom appointments take place: clinics with their sites, rooms and members, their services, and the
-- hours. Nothing here is about patients. Offers name an entry of the team's provider list. A site exists in addition to
-- this entry, so earlier releases can still use the entry alone.

create table clinics (
  id          uuid        primary key,
  name        text        not null check (char_length(name) between 1 and 120),
  is_active   boolean     not null default true,
  created_at  timestamptz not null
);

create table clinic_sites (
  id           uuid        primary key,
  clinic_id    uuid        not null references clinics (id) on delete cascade,
  provider_id  uuid        unique references providers (id),                  -- the entry that offers name
  name         text        not null check (char_length(name) between 1 and 120),
  address      text        not null default '',
  phone        text        not null default '',
  country      text        not null check (country ~ '^[A-Z]{2}$'),           -- whose holidays it keeps
  timezone     text        not null,                                          -- IANA name: all its hours are of this clock
  checked_at   timestamptz,                                                   -- somebody confirmed country and time zone; null: taken over from the list
  is_active    boolean     not null default true,
  created_at   timestamptz not null
);
create index clinic_sites_clinic on clinic_sites (clinic_id);

create table clinic_rooms (
  id         uuid    primary key,
  site_id    uuid    not null references clinic_sites (id) on delete cascade,
  name       text    not null check (char_length(name) between 1 and 80),
  kind       text    not null check (kind in ('room', 'device')),
  is_active  boolean not null default true
);
create index clinic_rooms_site on clinic_rooms (site_id);

create table clinic_members (
  clinic_id   uuid        not null references clinics (id) on delete cascade,
  user_id     uuid        not null references users (id) on delete cascade,
  role        text        not null check (role in ('owner', 'practitioner', 'nurse', 'desk')),
  created_at  timestamptz not null,
  primary key (clinic_id, user_id)
);
create index clinic_members_user on clinic_members (user_id);

create table clinic_services (
  id                 uuid        primary key,
  clinic_id          uuid        not null references clinics (id) on delete cascade,
  name_en            text        not null check (char_length(name_en) between 1 and 120),
  name_fr            text        not null check (char_length(name_fr) between 1 and 120),
  minutes            int         not null check (minutes between 5 and 480),
  buffer_before      int         not null default 0 check (buffer_before between 0 and 120), -- minutes in which nothing else begins or ends
  buffer_after       int         not null default 0 check (buffer_after between 0 and 120),
  lead_hours         int         not null default 24 check (lead_hours between 0 and 720),   -- the soonest a patient can have it
  days_ahead         int         not null default 90 check (days_ahead between 1 and 365),   -- the latest
  price_cents        int         check (price_cents > 0),                     -- null: on quote
  deposit_cents      int         check (deposit_cents > 0 and deposit_cents <= price_cents), -- null: the full price is paid at once
  currency           text        not null default 'EUR' check (currency in ('EUR', 'USD', 'CAD', 'AED', 'GBP')),
  is_direct          boolean     not null default false,                      -- patients book it themselves
  is_video           boolean     not null default false,                      -- takes place in the browser, needs no room
  free_until_hours   int         not null default 48 check (free_until_hours between 0 and 720), -- before the start: later the deposit stays
  is_active          boolean     not null default true,
  created_at         timestamptz not null,
  check (not is_direct or price_cents is not null)
);
create index clinic_services_clinic on clinic_services (clinic_id);

-- The practitioners who may carry out a service.
create table service_practitioners (
  service_id  uuid  not null references clinic_services (id) on delete cascade,
  user_id     uuid  not null references users (id) on delete cascade,
  primary key (service_id, user_id)
);
create index service_practitioners_user on service_practitioners (user_id);

-- The rooms of a service. A visit needs one of them. A service without rooms reserves none.
create table service_rooms (
  service_id  uuid  not null references clinic_services (id) on delete cascade,
  room_id     uuid  not null references clinic_rooms (id) on delete cascade,
  primary key (service_id, room_id)
);
create index service_rooms_room on service_rooms (room_id);

-- Weekly hours of a practitioner at a site, on the clock of the site.
create table availability_rules (
  id          uuid      primary key,
  user_id     uuid      not null references users (id) on delete cascade,
  site_id     uuid      not null references clinic_sites (id) on delete cascade,
  weekday     smallint  not null check (weekday between 1 and 7),             -- ISO: Monday is 1
  starts      time      not null,
  ends        time      not null,                                             -- 24:00 is midnight
  valid_from  date      not null,
  valid_to    date,                                                           -- the last day; null: without end
  check (ends > starts),
  check (valid_to >= valid_from)
);
create index availability_rules_user on availability_rules (user_id, site_id);
create index availability_rules_site on availability_rules (site_id);

-- Days on which other hours apply: time off or extra hours. Without a site, a row applies to all sites. Without hours, it applies to the whole day.
create table availability_exceptions (
  id          uuid      primary key,
  user_id     uuid      not null references users (id) on delete cascade,
  site_id     uuid      references clinic_sites (id) on delete cascade,
  day         date      not null,
  kind        text      not null check (kind in ('off', 'extra')),
  starts      time,
  ends        time,
  check ((starts is null) = (ends is null)),
  check (ends > starts),
  check (kind = 'off' or (site_id is not null and starts is not null))
);
create index availability_exceptions_user on availability_exceptions (user_id, day);
create index availability_exceptions_site on availability_exceptions (site_id);

-- Days on which a site is closed, or open despite a holiday of its country.
create table site_days (
  site_id   uuid     not null references clinic_sites (id) on delete cascade,
  day       date     not null,
  is_open   boolean  not null,
  name      text     not null default '',
  primary key (site_id, day)
);

-- ── Who may see and change what ────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Runs with the rights of its owner. Otherwise the policies of clinic_members would read the table that they guard, without end.
create function works_at(asked uuid, roles text[]) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  return exists (select from public.clinic_members m
                 where m.clinic_id = asked and m.user_id::text = public.request_user_id() and m.role = any(roles));
create function works_at_site(asked uuid, roles text[]) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  return exists (select from public.clinic_sites s join public.clinic_members m on m.clinic_id = s.clinic_id
                 where s.id = asked and m.user_id::text = public.request_user_id() and m.role = any(roles));

do $$
declare
  guarded text;
begin
  foreach guarded in array array['clinics', 'clinic_sites', 'clinic_rooms', 'clinic_members', 'clinic_services', 'service_practitioners', 'service_rooms',
                                 'availability_rules', 'availability_exceptions', 'site_days'] loop
    execute format('alter table %I enable row level security', guarded);
    execute format('create policy system_sees_all on %I to app_system using (true) with check (true)', guarded);
    -- Patients are offered times, so all users may read the tables from which times are computed. They may not read the lists of members.
    if guarded <> 'clinic_members' then
      execute format('create policy everybody_reads on %I for select to app_user, app_staff using (true)', guarded);
    end if;
    execute format('create policy administrators_work on %I to app_staff using ((select is_administrator())) with check ((select is_administrator()))', guarded);
    execute format('grant select, insert, update, delete on %I to app_staff', guarded);
  end loop;
end $$;
grant select on clinics, clinic_sites, clinic_rooms, clinic_services, service_practitioners, service_rooms, availability_rules, availability_exceptions,
                site_days to app_user;

create policy members_read on clinic_members for select to app_staff using (works_at(clinic_id, '{owner,practitioner,nurse,desk}'));
-- Practitioners change their own hours. Owners and the desk change the hours of everyone at their clinic.
create policy own_hours on availability_rules to app_staff
  using ((user_id::text = (select request_user_id()) and works_at_site(site_id, '{owner,practitioner,nurse}')) or works_at_site(site_id, '{owner,desk}'))
  with check ((user_id::text = (select request_user_id()) and works_at_site(site_id, '{owner,practitioner,nurse}')) or works_at_site(site_id, '{owner,desk}'));
create policy own_exceptions on availability_exceptions to app_staff
  using (user_id::text = (select request_user_id()) or works_at_site(site_id, '{owner,desk}'))
  with check (user_id::text = (select request_user_id()) or works_at_site(site_id, '{owner,desk}'));
create policy desk_sets_days on site_days to app_staff
  using (works_at_site(site_id, '{owner,desk}')) with check (works_at_site(site_id, '{owner,desk}'));

-- ── The provider list becomes places ───────────────────────────────────────────────────────────────────────────────────────────────────
-- Each entry gets a clinic with one site. The time zone is that of the entry's newest offer.
insert into clinics (id, name, is_active, created_at) select id, left(name, 120), is_active, created_at from providers;
insert into clinic_sites (id, clinic_id, provider_id, name, address, phone, country, timezone, is_active, created_at)
select p.id, p.id, p.id, left(p.name, 120), p.address, p.phone, 'FR',
       coalesce((select o.timezone from appointment_offers o where o.provider_id = p.id order by o.created_at desc limit 1), 'Europe/Paris'),
       p.is_active, p.created_at
from providers p;
