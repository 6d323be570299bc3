-- expands
-- Patients book a time without the desk. The terms of the service are copied to the offer. Patients agree to the terms
-- in the offer, and the terms of the service may change later.
alter table clinic_services
  add column treatment text not null default 'Other'                          -- the act that quotes name
    check (treatment in ('Botox', 'Hyaluronic acid', 'Laser', 'Peeling', 'Thread lift', 'Mesotherapy', 'Consultation', 'Other'));

alter table appointment_offers
  add column deposit_cents     int      check (deposit_cents > 0 and deposit_cents <= patient_price_cents), -- paid online, and stays when the patient cancels late; null: the whole price is paid
  add column free_until_hours  int      not null default 48 check (free_until_hours between 0 and 720),     -- before the start: until then cancelling is free
  add column is_direct         boolean  not null default false;                                             -- the patient took the time without the desk
