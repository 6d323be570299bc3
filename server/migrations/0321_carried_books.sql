-- expands
-- The balances of the accounts from years that were deleted, so that later years still open with them. As in the postings, a debit is positive.
-- An earlier release deletes a year without carrying its balances forward.

create table ledger_carried (
  account       text        not null check (account ~ '^[1-7][0-9]{2,7}$'),
  party         text        not null default '',                               -- the practitioner; empty where the account has none
  currency      text        not null check (currency ~ '^[a-z]{3}$'),
  amount_cents  bigint      not null,
  euro_cents    bigint      not null,                                           -- at the rates of the payments, which are let go with their year
  carried_at    timestamptz not null,
  primary key (account, party, currency)
);
revoke insert, update, delete on ledger_carried from flaira_app;
revoke delete on ledger_carried from app_system;
alter table ledger_carried enable row level security;
create policy system_sees_all on ledger_carried to app_system using (true) with check (true);
create policy administrators_read on ledger_carried for select to app_staff using ((select is_administrator()));
grant select on ledger_carried to app_staff;
