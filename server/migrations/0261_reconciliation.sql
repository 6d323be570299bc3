-- expands
-- The provider's own accounts, and the differences between them and our ledger.

-- Each movement of our balance at the provider, as the provider reported it. Rows are never changed.
create table provider_moves (
  id                text        primary key,                                  -- the provider's id of the balance transaction
  kind              text        not null check (kind in ('payment', 'refund', 'dispute', 'fee', 'payout', 'other')),
  at                timestamptz not null,
  payment_id        text,
  source_id         text,                                                     -- refund, dispute, payout
  amount_cents      bigint      not null,                                     -- in the currency of the payment; in is positive
  currency          text        not null check (currency ~ '^[a-z]{3}$'),
  settled_cents     bigint      not null,                                     -- in the currency of the balance, before the fee
  settled_currency  text        not null check (settled_currency ~ '^[a-z]{3}$'),
  fee_cents         bigint      not null                                      -- in the currency of the balance; what it took is positive
);
create index provider_moves_payment on provider_moves (payment_id);

-- Each comparison of our ledger with the provider's accounts.
create table ledger_reconciliations (
  id             bigint      primary key generated always as identity,
  at             timestamptz not null,
  moves_from     timestamptz not null,                                        -- movements that were asked for
  moves_until    timestamptz not null,
  moves_count    int         not null,                                        -- new ones
  differs_count  int         not null                                         -- differences afterwards
);

create table ledger_differences (
  id              uuid        primary key,
  subject         text        not null,                                       -- a payment, or a movement that belongs to none
  aspect          text        not null check (aspect in ('payment', 'refund', 'dispute', 'other')),
  currency        text        not null check (currency ~ '^[a-z]{3}$'),
  ledger_cents    bigint      not null,
  provider_cents  bigint      not null,
  found_at        timestamptz not null,
  settled_at      timestamptz,                                                -- when both agreed
  check (settled_at is not null or ledger_cents <> provider_cents)
);
create unique index ledger_differences_open on ledger_differences (subject, aspect, currency) where settled_at is null;
create index ledger_differences_found on ledger_differences (found_at desc);

revoke insert, update, delete on provider_moves, ledger_reconciliations, ledger_differences from flaira_app;
revoke update, delete on provider_moves, ledger_reconciliations from app_system;
alter table provider_moves enable row level security;
alter table ledger_reconciliations enable row level security;
alter table ledger_differences enable row level security;
create policy system_sees_all on provider_moves to app_system using (true) with check (true);
create policy system_sees_all on ledger_reconciliations to app_system using (true) with check (true);
create policy system_sees_all on ledger_differences to app_system using (true) with check (true);
create policy administrators_read on provider_moves for select to app_staff using ((select is_administrator()));
create policy administrators_read on ledger_reconciliations for select to app_staff using ((select is_administrator()));
create policy administrators_read on ledger_differences for select to app_staff using ((select is_administrator()));
grant select on provider_moves, ledger_reconciliations, ledger_differences to app_staff;

-- Movements and settled differences are deleted together with the books.
create or replace function ledger_forget(before date) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone bigint;
begin
  if before > (date_trunc('year', now()) - interval '10 years')::date then
    raise exception 'books of the last ten years stay' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('ledger.forgetting', 'yes', true);
  delete from ledger_transactions where entry_date < before;
  get diagnostics gone = row_count;
  perform set_config('ledger.forgetting', '', true);
  delete from provider_moves where at < before;
  delete from ledger_differences where settled_at < before;
  return gone;
end $$;

-- A difference belongs to no appointment. Earlier releases do not show it.
alter table appointment_inbox alter column appointment_id drop not null,
  add column difference_id uuid references ledger_differences (id) on delete cascade;
create index appointment_inbox_difference on appointment_inbox (difference_id);
alter table appointment_inbox add constraint appointment_inbox_about check ((appointment_id is null) = (difference_id is not null));
alter table appointment_inbox drop constraint appointment_inbox_kind_check;
alter table appointment_inbox add constraint appointment_inbox_kind_check
  check (kind in ('request', 'question', 'reschedule', 'cancel', 'cancelled', 'paid', 'paid_late', 'payment_mismatch',
                  'payment_disputed', 'refund_failed', 'refund_undecided', 'offer_expired', 'balance_differs'));
