-- expands
-- Statements of the amounts that we owe to practitioners. The figures come from the ledger. An issued statement never changes and has a number.

create table share_statements (
  year         int         not null,
  number       int         not null check (number > 0),                       -- without a gap in each year
  provider_id  uuid        not null references providers (id),
  month        text        not null check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  currency     text        not null check (currency ~ '^[a-z]{3}$'),
  content      jsonb       not null,                                          -- what stands on it
  issued_at    timestamptz not null,
  primary key (year, number)
);
create index share_statements_of on share_statements (provider_id, month, currency);

revoke insert, update, delete on share_statements from flaira_app;
revoke update, delete on share_statements from app_system;
alter table share_statements enable row level security;
create policy system_sees_all on share_statements to app_system using (true) with check (true);
create policy administrators_read on share_statements for select to app_staff using ((select is_administrator()));
grant select on share_statements to app_staff;

-- 'share_paid': we paid a practitioner from our bank account.
alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check
  check (kind in ('payment', 'refund', 'refund_failed', 'dispute', 'sale', 'credit_note', 'fee', 'payout', 'conversion', 'adjustment', 'share_paid'));

create index ledger_postings_party on ledger_postings (party) where party is not null;

-- Statements are deleted together with the books.
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
  delete from share_statements where issued_at < before;
  return gone;
end $$;
