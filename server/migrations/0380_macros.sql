-- expands
-- Texts in English and French that the team often sends to patients. Earlier releases do not know this table.
create table appointment_macros (
  id           uuid            primary key,
  name         text            not null check (char_length(name) between 1 and 60),
  text_en      text            not null check (char_length(text_en) between 1 and 1500),
  text_fr      text            not null check (char_length(text_fr) between 1 and 1500),
  version      int             not null default 1 check (version > 0),       -- counts up with each change
  created_at   timestamptz(3)  not null,
  updated_at   timestamptz(3)  not null,
  archived_at  timestamptz(3)                                                -- offered no longer
);
create unique index appointment_macros_name on appointment_macros (lower(name)) where archived_at is null;

alter table appointment_macros enable row level security;
create policy system_sees_all on appointment_macros to app_system using (true) with check (true);
create policy administrators_work on appointment_macros to app_staff
  using ((select is_administrator())) with check ((select is_administrator()));
grant select, insert, update (name, text_en, text_fr, version, updated_at, archived_at) on appointment_macros to app_staff;
