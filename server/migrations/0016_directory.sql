-- The public directory of practitioners. It contains no patient data: everyone may read it.

create table practitioner_profiles (
  user_id          uuid        primary key references practitioners (user_id) on delete cascade,
  slug             text        not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  specialities     text[]      not null default '{}',
  languages        text[]      not null default '{}',
  introduction_en  text        not null default '',
  introduction_fr  text        not null default '',
  listed_at        timestamptz,                                               -- when the practitioner agreed to a public page; null: no agreement
  hidden_at        timestamptz,                                               -- when an administrator hid the page
  hidden_by        uuid        references users (id) on delete set null,
  hidden_reason    text,
  updated_at       timestamptz not null,
  check ((hidden_at is null) = (hidden_reason is null))
);

create table practitioner_places (
  user_id      uuid             not null references practitioner_profiles (user_id) on delete cascade,
  position     int              not null,                                     -- the first place is the main practice
  name         text             not null default '',
  street       text             not null,
  postal_code  text             not null,
  city         text             not null,
  country      text             not null check (country in ('FR', 'BE', 'CH', 'LU', 'MC', 'CA')),
  latitude     double precision not null check (latitude between -90 and 90), -- position of the city, because no external service gets the street address
  longitude    double precision not null check (longitude between -180 and 180),
  primary key (user_id, position)
);
