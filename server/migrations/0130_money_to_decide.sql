-- expands
-- The service compares a payment with its offer. A payment that differs in amount, currency or payer confirms nothing, and waits for the team.
-- A paid appointment that was cancelled without a decision about the refund also waits for the team.
alter table appointment_payments drop constraint appointment_payments_outcome_check;
alter table appointment_payments add constraint appointment_payments_outcome_check
  check (outcome in ('confirmed', 'late', 'twice', 'mismatch'));

alter table appointment_inbox drop constraint appointment_inbox_kind_check;
alter table appointment_inbox add constraint appointment_inbox_kind_check
  check (kind in ('request', 'question', 'reschedule', 'cancel', 'cancelled', 'paid', 'paid_late', 'payment_mismatch',
                  'refund_undecided', 'offer_expired'));
