-- Where and with whom appointments take place: the list of providers, clinics with their sites, rooms, members and services, and the hours. Nothing here
-- is about patients.

-- ── Providers ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
create table providers (
  id            uuid        primary key,
  name          text        not null,
  address       text        not null default '',
  phone         text        not null default '',
  registration  text        not null default '',                              -- body and number, for quotes
  seller        text        not null default '',                              -- who sells the act, when that is not the practitioner
  insurance     text        not null default '',                              -- professional liability: insurer and policy
  is_active     boolean     not null default true,
  created_at    timestamptz not null default now(),
  search        tsvector    not null generated always as (search_vector(name || ' ' || address || ' ' || phone)) stored
);
create index providers_search on providers using gin (search) with (fastupdate = off);
-- When an offer names a provider, the service looks for an entry with the same name and address. Case, accents and punctuation do not matter.
create unique index providers_name on providers (search_words(name), search_words(address));
grant select, insert, update on providers to app_staff;

-- ── Clinics and their places ───────────────────────────────────────────────────────────────────────────────────────────────────────────
create table clinics (
  id          uuid        primary key,
  name        text        not null check (char_length(name) between 1 and 120),
  is_active   boolean     not null default true,
  created_at  timestamptz not null
);

-- A place. Offers name an entry of the list of providers, and each entry has a place.
create table clinic_sites (
  id           uuid        primary key,
  clinic_id    uuid        not null references clinics (id) on delete cascade,
  provider_id  uuid        unique references providers (id),                  -- its entry in the list of providers
  name         text        not null check (char_length(name) between 1 and 120),
  address      text        not null default '',
  phone        text        not null default '',
  country      text        not null check (country ~ '^[A-Z]{2}$'),           -- the country whose holidays apply
  timezone     text        not null,                                          -- IANA name; all its hours are in this time zone
  checked_at   timestamptz,                                                   -- when an administrator confirmed country and time zone; null: guessed
  is_active    boolean     not null default true,
  created_at   timestamptz not null
);
create index clinic_sites_clinic on clinic_sites (clinic_id);

-- Each entry of the provider list (providers) has a place (clinic_sites). Triggers create the place, and copy later changes between the two rows. The two
-- trigger functions run with the rights of their owner. They do not check the caller, because they only copy values of the changed row.
create function place_of_provider() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    -- If a place with this name and address exists already, the new entry belongs to it.
    update clinic_sites set provider_id = new.id
    where id = (select id from clinic_sites
                where provider_id is null and search_words(name) = search_words(new.name) and search_words(address) = search_words(new.address)
                order by created_at, id limit 1);
    if not found then
      insert into clinics (id, name, is_active, created_at) values (new.id, left(new.name, 120), new.is_active, new.created_at);
      -- Country and time zone are guesses until an administrator has checked them.
      insert into clinic_sites (id, clinic_id, provider_id, name, address, phone, country, timezone, is_active, created_at)
      values (new.id, new.id, new.id, left(new.name, 120), new.address, new.phone, 'FR', 'Europe/Paris', new.is_active, new.created_at);
    end if;
    return null;
  end if;
  -- If this is the only place of its clinic, and the clinic has the name of the entry, the clinic is renamed, activated
  -- and deactivated together with the entry.
  update clinics c set name = left(new.name, 120), is_active = new.is_active
  from clinic_sites s
  where s.provider_id = new.id and c.id = s.clinic_id and c.name = left(old.name, 120)
    and not exists (select from clinic_sites other where other.clinic_id = c.id and other.id <> s.id);
  update clinic_sites s set name = left(new.name, 120), address = new.address, phone = new.phone, is_active = new.is_active
  where s.provider_id = new.id
    and (s.name, s.address, s.phone, s.is_active) is distinct from (left(new.name, 120), new.address, new.phone, new.is_active);
  return null;
end $$;
create trigger keep_place after insert or update of name, address, phone, is_active on providers
  for each row execute function place_of_provider();
revoke execute on function place_of_provider() from public;

create function provider_of_place() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- A place has only the first 120 characters of a longer name. While these equal the name of the place, the entry
  -- keeps its full name.
  update providers p
  set name = case when left(p.name, 120) = new.name then p.name else new.name end, address = new.address, phone = new.phone, is_active = new.is_active
  where p.id = new.provider_id
    and (left(p.name, 120), p.address, p.phone, p.is_active) is distinct from (new.name, new.address, new.phone, new.is_active);
  return null;
end $$;
create trigger keep_provider after update of name, address, phone, is_active on clinic_sites
  for each row when (new.provider_id is not null) execute function provider_of_place();
revoke execute on function provider_of_place() from public;

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
  treatment          text        not null default 'Other' check (treatment in ('Botox', 'Hyaluronic acid', 'Laser', 'Peeling', 'Thread lift',
                                 'Mesotherapy', 'Consultation', 'Other')),    -- the name of the act in quotes
  minutes            int         not null check (minutes between 5 and 480),
  buffer_before      int         not null default 0 check (buffer_before between 0 and 120), -- minutes that stay free before the visit; buffer_after: after it
  buffer_after       int         not null default 0 check (buffer_after between 0 and 120),
  lead_hours         int         not null default 24 check (lead_hours between 0 and 720),   -- patients cannot book a time that begins sooner
  days_ahead         int         not null default 90 check (days_ahead between 1 and 365),   -- or that begins later
  price_cents        int         check (price_cents > 0),                     -- null: each offer states its price
  deposit_cents      int         check (deposit_cents > 0 and deposit_cents <= price_cents), -- null: the full price is paid at once
  currency           text        not null default 'EUR' check (currency in ('EUR', 'USD', 'CAD', 'AED', 'GBP')),
  is_direct          boolean     not null default false,                      -- whether patients book it themselves
  is_video           boolean     not null default false,                      -- takes place in the browser and needs no room
  free_until_hours   int         not null default 48 check (free_until_hours between 0 and 720), -- hours before the start; cancelling later costs the deposit
  is_review          boolean     not null default false,                      -- a free look at the result after an injection
  is_active          boolean     not null default true,
  created_at         timestamptz not null,
  check (not is_direct or price_cents is not null),
  constraint reviews_are_free check (not is_review or price_cents is null)
);
create index clinic_services_clinic on clinic_services (clinic_id);

-- The practitioners who may carry out a clinic's service.
create table service_practitioners (
  service_id  uuid  not null references clinic_services (id) on delete cascade,
  user_id     uuid  not null references users (id) on delete cascade,
  primary key (service_id, user_id)
);
create index service_practitioners_user on service_practitioners (user_id);

-- The rooms and devices of a clinic's service. Each appointment for the service reserves one of them. A service without
-- rooms reserves none.
create table service_rooms (
  service_id  uuid  not null references clinic_services (id) on delete cascade,
  room_id     uuid  not null references clinic_rooms (id) on delete cascade,
  primary key (service_id, room_id)
);
create index service_rooms_room on service_rooms (room_id);

-- The practitioners who may carry out a service now. A nurse carries out no video visit, because such a visit is a
-- doctor's consultation. The function runs with the rights of its owner, because patients may not read who is suspended.
create function who_carries_out(asked uuid) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select s.user_id from public.service_practitioners s
  join public.clinic_services v on v.id = s.service_id
  join public.practitioners d on d.user_id = s.user_id
  join public.users u on u.id = s.user_id
  where s.service_id = asked and d.verified_at is not null and (d.profession = 'doctor' or not v.is_video)
    and u.role = 'practitioner' and u.suspended_at is null;
end;
revoke all on function who_carries_out(uuid) from public;
grant execute on function who_carries_out(uuid) to app_user, app_staff, app_system;

-- The names of the practitioners who may carry out a service now. The desk may not read the names of all users.
create function who_carries_out_by_name(asked uuid) returns table (id uuid, name text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select u.id, u.name from public.users u where u.id in (select public.who_carries_out(asked));
end;
revoke all on function who_carries_out_by_name(uuid) from public;
grant execute on function who_carries_out_by_name(uuid) to app_user, app_staff, app_desk, app_system;

-- ── Hours ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Weekly hours of a practitioner at a site, in the time zone of the site.
create table availability_rules (
  id          uuid      primary key,
  user_id     uuid      not null references users (id) on delete cascade,
  site_id     uuid      not null references clinic_sites (id) on delete cascade,
  weekday     smallint  not null check (weekday between 1 and 7),             -- ISO: Monday is 1
  starts      time      not null,
  ends        time      not null,                                             -- 24:00 is midnight
  valid_from  date      not null,
  valid_to    date,                                                           -- the last day; null: no end
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
-- Return whether the person of this transaction has one of these roles at a clinic or at a site. The two functions run
-- with the rights of their owner. Otherwise the policies of clinic_members would read the table that they guard, in an
-- endless recursion.
create function works_at(asked uuid, roles text[]) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  return exists (select from public.clinic_members m
                 where m.clinic_id = asked and m.user_id::text = public.request_user_id() and m.role = any(roles));
create function works_at_site(asked uuid, roles text[]) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  return exists (select from public.clinic_sites s join public.clinic_members m on m.clinic_id = s.clinic_id
                 where s.id = asked and m.user_id::text = public.request_user_id() and m.role = any(roles));
revoke execute on function works_at(uuid, text[]), works_at_site(uuid, text[]) from public;
grant execute on function works_at(uuid, text[]), works_at_site(uuid, text[]) to app_staff;

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
