-- expands
-- Review visits: a free look at the result two weeks after an injection. When the visit with the injection is done, the service holds a time for the
-- review visit and proposes the time to the patient. If the patient accepts, the time becomes a confirmed appointment that costs nothing.
alter table clinic_services
  add column is_review boolean not null default false,
  add constraint reviews_are_free check (not is_review or price_cents is null);

alter table appointment_offers
  drop constraint appointment_offers_patient_price_cents_check,
  add constraint appointment_offers_patient_price_cents_check check (patient_price_cents >= 0); -- 0: a review

create table visit_reviews (
  id                     uuid         primary key,
  visit_id               uuid         not null unique references booked_times (id) on delete cascade,      -- the visit that is looked at
  appointment_id         uuid         not null references appointments (id) on delete cascade,             -- … and its appointment
  service_id             uuid         not null references clinic_services (id),
  time_id                uuid         unique references booked_times (id) on delete set null,              -- null: no time was free
  state                  text         not null check (state in ('open', 'accepted', 'declined', 'expired', 'none', 'undone')),
  expires_at             timestamptz,
  review_appointment_id  uuid         unique references appointments (id) on delete set null,              -- set when the patient accepts
  created_at             timestamptz  not null,
  answered_at            timestamptz,
  check (state <> 'open' or (time_id is not null and expires_at is not null))
);
create index visit_reviews_appointment on visit_reviews (appointment_id);
create index visit_reviews_service on visit_reviews (service_id);
create index visit_reviews_open on visit_reviews (expires_at) where state = 'open';

call guard_patient_rows('visit_reviews');
create policy own_reviews on visit_reviews for select to app_user using (appointment_id in (select id from appointments));
create policy administrators_read on visit_reviews for select to app_staff using ((select is_administrator()));
create policy practitioners_see_reviews on visit_reviews for select to app_staff
  using ((select is_doctor()) and visit_id in (select id from booked_times where practitioner_id::text = (select request_user_id())));
grant select on visit_reviews to app_user, app_staff;
