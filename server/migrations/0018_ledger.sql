-- The ledger: double entry, append-only. A transaction is one business event. Its postings are the changes of the accounts.
-- Amounts are minor units of the currency; a debit is positive, a credit is negative.

create table ledger_transactions (
  id             bigint      primary key generated always as identity,
  key            text        not null unique,                                 -- names the event; an event that is reported twice is posted once
  kind           text        not null check (kind in ('payment', 'refund', 'refund_failed', 'dispute', 'sale', 'credit_note', 'fee', 'payout',
                                                      'conversion', 'adjustment',
                                                      'share_paid')),         -- share_paid: we paid a practitioner from our bank account
  journal        text        not null check (journal in ('BQ', 'VE', 'OD')),
  happened_at    timestamptz not null,
  entry_date     date        not null,                                        -- day in Paris, set by ledger_set_date; never in a closed year
  payment_id     text,                                                        -- the provider's id of the payment it belongs to
  document       text        not null check (document <> ''),                 -- number of the invoice, or the provider's id
  service        text,                                                        -- what was sold
  vat_permille   int         check (vat_permille between 0 and 300),          -- rate of the sale; 0: exempt
  posted_at      timestamptz not null default now(),
  posted_in      xid8        not null default pg_current_xact_id()            -- only this database transaction can add the postings
);
create index ledger_transactions_payment on ledger_transactions (payment_id);
create index ledger_transactions_date on ledger_transactions (entry_date desc, id desc);

create table ledger_postings (
  transaction_id  bigint  not null references ledger_transactions (id) on delete cascade,
  line            int     not null check (line > 0),
  account         text    not null check (account ~ '^[1-7][0-9]{2,7}$'),
  amount_cents    bigint  not null check (amount_cents <> 0),
  currency        text    not null check (currency ~ '^[a-z]{3}$'),
  party           text,                                                       -- the practitioner whose share it is; an id of providers
  primary key (transaction_id, line)
);
create index ledger_postings_account on ledger_postings (account, transaction_id);
create index ledger_postings_party on ledger_postings (party) where party is not null;

-- Numbers without gaps, one series a year (arrêté du 29 juillet 2013, A47 A-1). An entry that has a number is final.
create table ledger_numbers (
  transaction_id  bigint      primary key references ledger_transactions (id) on delete cascade,
  year            int         not null,
  number          int         not null check (number > 0),
  validated_at    timestamptz not null,
  unique (year, number)
);

-- ── Closed years ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Years that were exported after their end. The accountant works with the export, so it must stay the same. An event of
-- a closed year that is reported late, such as a failed refund, is therefore entered on the first day of the first open
-- year. happened_at keeps the day of the event.
create table ledger_closed_years (
  year       int         primary key,
  closed_at  timestamptz not null
);

create function ledger_set_date() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- As long as no year is closed, make_date() returns null, and `greatest` ignores it.
  new.entry_date := greatest((new.happened_at at time zone 'Europe/Paris')::date,
                             make_date((select max(year) from ledger_closed_years) + 1, 1, 1));
  return new;
end $$;
revoke execute on function ledger_set_date() from public;
create trigger set_date before insert on ledger_transactions for each row execute function ledger_set_date();

-- Closes a year. The lock waits until other transactions have committed their entries, so that these entries belong to
-- the year. Until the caller commits, no entry can be added.
create function ledger_close(closed int, at timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from ledger_closed_years where year >= closed) then
    return;
  end if;
  lock table ledger_transactions in share row exclusive mode;
  insert into ledger_closed_years (year, closed_at) values (closed, at) on conflict do nothing;
end $$;
revoke execute on function ledger_close(int, timestamptz) from public;
grant execute on function ledger_close(int, timestamptz) to app_system;

-- ── Balanced ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
create function ledger_check_balance() returns trigger
  language plpgsql as $$
declare
  entry bigint := case when tg_table_name = 'ledger_transactions' then (to_jsonb(new) ->> 'id')::bigint
                       else (to_jsonb(new) ->> 'transaction_id')::bigint end;
begin
  if not exists (select from ledger_postings where transaction_id = entry) then
    raise exception 'entry % has no postings', entry using errcode = 'check_violation';
  end if;
  if exists (select from ledger_postings where transaction_id = entry group by currency having sum(amount_cents) <> 0) then
    raise exception 'entry % does not balance', entry using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger balanced after insert on ledger_transactions
  deferrable initially deferred for each row execute function ledger_check_balance();
create constraint trigger balanced after insert on ledger_postings
  deferrable initially deferred for each row execute function ledger_check_balance();

-- Only the database transaction that created an entry can add postings to it.
create function ledger_refuse_late_posting() returns trigger
  language plpgsql as $$
begin
  if not exists (select from ledger_transactions t where t.id = new.transaction_id and t.posted_in = pg_current_xact_id()) then
    raise exception 'the ledger is append-only' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger refuse_late before insert on ledger_postings for each row execute function ledger_refuse_late_posting();

-- ── Append-only ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
create function ledger_refuse_change() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('ledger.forgetting', true) = 'yes'
     and current_user = (select tableowner from pg_tables where schemaname = 'public' and tablename = 'ledger_transactions') then
    return null;
  end if;
  raise exception 'the ledger is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger refuse_change before update or delete or truncate on ledger_transactions for each statement execute function ledger_refuse_change();
create trigger refuse_change before update or delete or truncate on ledger_postings for each statement execute function ledger_refuse_change();
create trigger refuse_change before update or delete or truncate on ledger_numbers for each statement execute function ledger_refuse_change();

-- Deletes the ledger entries before a day, and returns their number. Refuses to delete entries of the last ten years by
-- the database's own clock, because the law requires us to keep them. Also deletes older settled differences
-- (ledger_differences) and statements for practitioners (share_statements). An older movement at the payment provider
-- (provider_moves) is deleted only if the ledger has no entry of its payment any more. The movement contains the euro
-- rate of the payment, which a later refund needs.
create function ledger_forget(before date) returns bigint
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
  delete from provider_moves m where at < before
    and not exists (select 1 from ledger_transactions t where t.payment_id = m.payment_id);
  delete from ledger_differences where settled_at < before;
  delete from share_statements where issued_at < before;
  return gone;
end $$;
revoke execute on function ledger_forget(date) from public;
grant execute on function ledger_forget(date) to app_system;

-- Gives each entry without a number the next number of its year, in the order of dates. Only one caller at a time can
-- run this function. It locks the table before it takes the advisory lock. A transaction that calls ledger_close()
-- before this function takes the locks in the same order. With the other order, it could wait for a transaction that
-- calls this function and then deletes entries, while that one waits for it (deadlock).
create function ledger_validate(at timestamptz) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  made bigint;
begin
  lock table ledger_transactions in row exclusive mode;
  perform pg_advisory_xact_lock(hashtextextended('ledger_validate', 0));
  insert into ledger_numbers (transaction_id, year, number, validated_at)
  select t.id, extract(year from t.entry_date),
         coalesce((select max(n.number) from ledger_numbers n where n.year = extract(year from t.entry_date)), 0)
           + row_number() over (partition by extract(year from t.entry_date) order by t.entry_date, t.id), at
  from ledger_transactions t
  where not exists (select from ledger_numbers n where n.transaction_id = t.id);
  get diagnostics made = row_count;
  return made;
end $$;
revoke execute on function ledger_validate(timestamptz) from public;
grant execute on function ledger_validate(timestamptz) to app_system;

revoke insert, update, delete on ledger_transactions, ledger_postings, ledger_numbers from flaira_app;
revoke update, delete on ledger_transactions, ledger_postings from app_system;
revoke insert, update, delete on ledger_numbers from app_system;
revoke insert, update, delete on ledger_closed_years from flaira_app, app_system;

-- Only administrators can read the books. Row level security does not apply to the owner, so that the functions above see every row.
alter table ledger_transactions enable row level security;
alter table ledger_postings enable row level security;
alter table ledger_numbers enable row level security;
alter table ledger_closed_years enable row level security;
create policy system_sees_all on ledger_transactions to app_system using (true) with check (true);
create policy system_sees_all on ledger_postings to app_system using (true) with check (true);
create policy system_sees_all on ledger_numbers to app_system using (true);
create policy administrators_read on ledger_transactions for select to app_staff using ((select is_administrator()));
create policy administrators_read on ledger_postings for select to app_staff using ((select is_administrator()));
create policy administrators_read on ledger_numbers for select to app_staff using ((select is_administrator()));
create policy administrators_read on ledger_closed_years for select to app_staff using ((select is_administrator()));
grant select on ledger_transactions, ledger_postings, ledger_numbers, ledger_closed_years to app_staff;

-- ── Years that were deleted ────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- The balances of the accounts from years that were deleted. They stay part of the opening balances of later years. As in the postings, a debit is positive.
create table ledger_carried (
  account       text        not null check (account ~ '^[1-7][0-9]{2,7}$'),
  party         text        not null default '',                               -- as in ledger_postings; empty: the account has no party
  currency      text        not null check (currency ~ '^[a-z]{3}$'),
  amount_cents  bigint      not null,
  euro_cents    bigint      not null,                                           -- at the exchange rates of the payments, which are deleted with their year
  carried_at    timestamptz not null,
  primary key (account, party, currency)
);
revoke insert, update, delete on ledger_carried from flaira_app;
revoke delete on ledger_carried from app_system;
alter table ledger_carried enable row level security;
create policy system_sees_all on ledger_carried to app_system using (true) with check (true);
create policy administrators_read on ledger_carried for select to app_staff using ((select is_administrator()));
grant select on ledger_carried to app_staff;

-- ── The provider's accounts ────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- The provider's own accounts, and the differences between them and our ledger.

-- Each movement of our balance at the provider, as the provider reported it. Rows are never changed.
create table provider_moves (
  id                text        primary key,                                  -- the provider's id of the balance transaction
  kind              text        not null check (kind in ('payment', 'refund', 'dispute', 'fee', 'payout', 'other')),
  at                timestamptz not null,
  payment_id        text,
  source_id         text,                                                     -- id of the refund, dispute or payout
  amount_cents      bigint      not null,                                     -- in the currency of the payment; positive: we received it
  currency          text        not null check (currency ~ '^[a-z]{3}$'),
  settled_cents     bigint      not null,                                     -- in the currency of the balance, before the fee
  settled_currency  text        not null check (settled_currency ~ '^[a-z]{3}$'),
  fee_cents         bigint      not null                                      -- in the currency of the balance; positive: we paid it
);
create index provider_moves_payment on provider_moves (payment_id);

-- Each comparison of our ledger with the provider's accounts.
create table ledger_reconciliations (
  id             bigint      primary key generated always as identity,
  at             timestamptz not null,
  moves_from     timestamptz not null,                                        -- the beginning of the compared period
  moves_until    timestamptz not null,
  moves_count    int         not null,                                        -- movements that were new
  differs_count  int         not null                                         -- differences that are open afterwards
);

create table ledger_differences (
  id              uuid        primary key,
  subject         text        not null,                                       -- id of the payment, or of a movement without a payment
  aspect          text        not null check (aspect in ('payment', 'refund', 'dispute', 'other')),
  currency        text        not null check (currency ~ '^[a-z]{3}$'),
  ledger_cents    bigint      not null,
  provider_cents  bigint      not null,
  found_at        timestamptz not null,
  settled_at      timestamptz,                                                -- when the two amounts were equal again
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

-- ── Shares of practitioners ────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Statements of the amounts that we owe to practitioners. The figures come from the ledger. An issued statement never changes and has a number.

create table share_statements (
  year         int         not null,
  number       int         not null check (number > 0),                       -- no gaps within a year
  provider_id  uuid        not null references providers (id),
  month        text        not null check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  currency     text        not null check (currency ~ '^[a-z]{3}$'),
  content      jsonb       not null,                                          -- the content of the document
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
