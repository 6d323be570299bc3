-- expands
-- When a signature existed, by a timestamp service that is not ours (RFC 3161). `token` stamps the seal; `chain` holds the certificates (PEM) it checks with.
create table signature_timestamps (
  case_id     uuid        not null,
  version     int         not null,
  token       bytea       not null,
  chain       text        not null,
  authority   text        not null,
  stamped_at  timestamptz not null,
  primary key (case_id, version),
  foreign key (case_id, version) references signatures (case_id, version) on delete cascade
);
call guard_patient_rows('signature_timestamps');
create policy own on signature_timestamps for select to app_user using (case_id in (select id from cases));
create policy staff_reads on signature_timestamps for select to app_staff
  using (exists (select from cases c where c.id = case_id and cares_for_patient(c.patient_id)));
grant select on signature_timestamps to app_user, app_staff;
-- A timestamp is fetched once and never changed.
revoke insert, update, delete on signature_timestamps from flaira_app;
revoke update on signature_timestamps from app_system;
