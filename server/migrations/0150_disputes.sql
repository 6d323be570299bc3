-- expands
-- A payer can dispute a payment with the bank. A refund can fail after it was made.

-- The latest report of the provider about each dispute. An open dispute has no closed_at.
create table payment_disputes (
  id               text        primary key,                                    -- the provider's id
  payment_id       text        not null references payments (id) on delete cascade,
  status           text        not null check (status in ('needs_response', 'under_review', 'won', 'lost', 'closed')),
  reason           text        not null,                                       -- the provider's word
  amount_cents     bigint      not null check (amount_cents >= 0),
  currency         text        not null check (currency ~ '^[a-z]{3}$'),       -- the bank's; may differ from that of the payment
  evidence_due_at  timestamptz,
  opened_at        timestamptz not null,
  told_at          timestamptz not null,                                       -- when the provider said what stands here
  withdrawn_at     timestamptz,                                                -- the bank took the money
  reinstated_at    timestamptz,                                                -- and gave it back
  closed_at        timestamptz generated always as (case when status in ('won', 'lost', 'closed') then told_at end) stored
);
create index payment_disputes_payment on payment_disputes (payment_id);

-- Refunds that did not arrive. The remaining amount of the payment includes their amounts again.
create table payment_refund_failures (
  id            text        primary key,                                       -- the provider's id of the refund
  payment_id    text        not null references payments (id) on delete cascade,
  amount_cents  bigint      not null check (amount_cents > 0),
  reason        text        not null,                                          -- the provider's word
  failed_at     timestamptz not null
);
create index payment_refund_failures_payment on payment_refund_failures (payment_id);

call guard_patient_rows('payment_disputes');
call guard_patient_rows('payment_refund_failures');
create policy own_disputes on payment_disputes for select to app_user using (payment_id in (select id from payments));
create policy staff_reads on payment_disputes for select to app_staff using (true);
create policy staff_reads on payment_refund_failures for select to app_staff using (true);
-- The remaining amount of a plan's payment depends on the disputes about that payment. Payers can read no other column
-- of a dispute.
grant select (payment_id, status, amount_cents, currency, closed_at) on payment_disputes to app_user;
grant select on payment_disputes to app_staff;
grant select on payment_refund_failures to app_staff;

-- A failed order no longer reduces the remaining amount, and can be repeated.
alter table appointment_refunds add column failed_at timestamptz, add column failure text;

-- Disputes and failed refunds wait for the team. An entry about a dispute is due by the deadline for the evidence.
alter table appointment_inbox add column due_at timestamptz, add column dispute_id text references payment_disputes (id) on delete set null;
create index appointment_inbox_dispute on appointment_inbox (dispute_id);
alter table appointment_inbox drop constraint appointment_inbox_kind_check;
alter table appointment_inbox add constraint appointment_inbox_kind_check
  check (kind in ('request', 'question', 'reschedule', 'cancel', 'cancelled', 'paid', 'paid_late', 'payment_mismatch',
                  'payment_disputed', 'refund_failed', 'refund_undecided', 'offer_expired'));
