-- Whom nobody may ask for money: a doctor talks with them first.
create table payment_holds (
  user_id  uuid        primary key references users (id) on delete cascade,
  since    timestamptz not null
);
call guard_patient_rows('payment_holds');
create policy own on payment_holds for select to app_user using (user_id::text = (select request_user_id()));
grant select on payment_holds to app_user;
