-- Webhook events of the payment provider, the payments that succeeded, their disputes and failed refunds, and the data
-- of the built-in test checkout.

-- The webhook events of the payment provider, each stored once. The service stores an event before it responds, and
-- processes it through the outbox.
create table payment_notices (
  id            text        primary key,                                      -- the provider's id of the event
  kind          text        not null,
  notice        jsonb       not null,                                         -- ids, amounts and times; never names
  occurred_at   timestamptz not null,
  received_at   timestamptz not null,
  handled_at    timestamptz,
  attempts      int         not null default 0,
  last_error    text                                                          -- class and code of the last error
);
create index payment_notices_waiting on payment_notices (received_at) where handled_at is null;
create index payment_notices_newest on payment_notices (received_at desc);

-- Refused deliveries of webhook events, counted per day. If each delivery had a row, a stranger could fill the table
-- with forged events.
create table payment_notice_refusals (
  day      date        not null,
  reason   text        not null check (reason in ('forged', 'late', 'unreadable')),
  count    bigint      not null default 1,
  last_at  timestamptz not null,
  primary key (day, reason)
);

-- Every payment that succeeded. The reference (reference_kind, reference_id) comes from the domain that requested the
-- payment. Only this domain knows what the payment is for.
create table payments (
  id              text        primary key,                                    -- the provider's id
  reference_kind  text        not null check (reference_kind ~ '^[a-z_]{1,40}$'),
  reference_id    text        not null,
  user_id         uuid        references users (id) on delete set null,       -- the payer; null after the account was deleted, because payments are kept longer
  amount_cents    bigint      not null check (amount_cents >= 0),
  currency        text        not null check (currency ~ '^[a-z]{3}$'),
  refunded_cents  bigint      not null default 0 check (refunded_cents between 0 and amount_cents),
  paid_at         timestamptz(3) not null,                                    -- to the millisecond, as in cursors
  page_id         text,
  invoice_id      text,                                                       -- of the provider, for the payments of a subscription
  subscription_id text
);
create index payments_user on payments (user_id, paid_at desc);
create index payments_newest on payments (paid_at desc, id desc);
create index payments_reference on payments (reference_kind, reference_id);

call guard_patient_rows('payments');
create policy own_payments on payments for select to app_user using (user_id::text = (select request_user_id()));
create policy staff_reads on payments for select to app_staff using (true);
grant select on payments to app_user, app_staff;
grant select on payment_notices, payment_notice_refusals to app_staff;

-- ── Disputes and failed refunds ────────────────────────────────────────────────────────────────────────────────────────────────────────
-- A payer can dispute a payment with the bank. A refund can fail after it was made.

-- The latest report of the provider about each dispute. An open dispute has no closed_at.
create table payment_disputes (
  id               text        primary key,                                    -- the provider's id
  payment_id       text        not null references payments (id) on delete cascade,
  status           text        not null check (status in ('needs_response', 'under_review', 'won', 'lost', 'closed')),
  reason           text        not null,                                       -- as the provider reports it
  amount_cents     bigint      not null check (amount_cents >= 0),
  currency         text        not null check (currency ~ '^[a-z]{3}$'),       -- the bank's currency, which may differ from the payment's
  evidence_due_at  timestamptz,
  opened_at        timestamptz not null,
  told_at          timestamptz not null,                                       -- when the provider reported this state
  withdrawn_at     timestamptz,                                                -- when the bank took the money
  reinstated_at    timestamptz,                                                -- when the bank returned the money
  closed_at        timestamptz generated always as (case when status in ('won', 'lost', 'closed') then told_at end) stored
);
create index payment_disputes_payment on payment_disputes (payment_id);

-- Refunds that did not arrive. The amount of a failed refund no longer counts as refunded, so it can be refunded again.
create table payment_refund_failures (
  id            text        primary key,                                       -- the provider's id of the refund
  payment_id    text        not null references payments (id) on delete cascade,
  amount_cents  bigint      not null check (amount_cents > 0),
  reason        text        not null,                                          -- as the provider reports it
  failed_at     timestamptz not null
);
create index payment_refund_failures_payment on payment_refund_failures (payment_id);

call guard_patient_rows('payment_disputes');
call guard_patient_rows('payment_refund_failures');
create policy own_disputes on payment_disputes for select to app_user using (payment_id in (select id from payments));
create policy staff_reads on payment_disputes for select to app_staff using (true);
create policy staff_reads on payment_refund_failures for select to app_staff using (true);
-- Disputes reduce the amount of a subscription payment that can still be refunded. To show this amount, a payer needs
-- these columns. Payers can read no other column of payment_disputes.
grant select (payment_id, status, amount_cents, currency, closed_at) on payment_disputes to app_user;
grant select on payment_disputes to app_staff;
grant select on payment_refund_failures to app_staff;

-- ── The test checkout ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Pages, subscriptions, invoices and payments of the test checkout, which a real provider would store itself. Nothing
-- is added while a real provider is used.
create table test_checkout_objects (
  id          text        primary key,
  kind        text        not null check (kind in ('page', 'subscription', 'invoice', 'payment')),
  data        jsonb       not null,
  made_with   text        unique,                                             -- idempotency key
  updated_at  timestamptz not null default clock_timestamp()
);
create index test_checkout_subscriptions on test_checkout_objects (((data ->> 'period_end')::bigint)) where kind = 'subscription';
