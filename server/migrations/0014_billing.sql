-- Checkouts, subscriptions, invoices, and the counts of the experiment on the plans page (variants A, B and C).

-- Each row is one start of a checkout. A person has at most one open payment page, even after several clicks on the
-- button.
create table checkouts (
  id            uuid        primary key default gen_random_uuid(),
  user_id       uuid        not null references users (id) on delete cascade,
  sku           text        not null,
  amount_cents  bigint      not null,
  currency      text        not null,
  variant       text        check (variant in ('A', 'B', 'C')),
  region        text        not null,
  status        text        not null default 'open' check (status in ('open', 'paid', 'expired')),
  page_id       text        unique,
  page_url      text,
  expires_at    timestamptz not null,
  created_at    timestamptz not null,
  paid_at       timestamptz
);
create unique index checkouts_open on checkouts (user_id) where status = 'open';
create index checkouts_user on checkouts (user_id, created_at desc);

-- People's subscriptions. Their state comes from the provider: the service requests it after every webhook event about
-- a subscription.
create table subscriptions (
  id                    uuid        primary key default gen_random_uuid(),
  provider_id           text        not null unique,
  customer_id           text        not null,
  -- Not a foreign key, because it stays when the account and its checkouts are deleted.
  checkout_id           uuid        not null unique,
  user_id               uuid        references users (id) on delete set null,
  sku                   text        not null,
  plan                  text        not null check (plan in ('essential', 'plus', 'elite')),
  cycle                 text        not null check (cycle in ('monthly', 'annual')),
  amount_cents          bigint      not null,
  currency              text        not null,
  status                text        not null check (status in ('active', 'past_due', 'ended')),
  started_at            timestamptz(3) not null,                                -- to the millisecond, as in cursors
  period_start          timestamptz not null,
  period_end            timestamptz not null,
  cancel_at             timestamptz,                                            -- when a cancelled subscription ends; may be before or after period_end
  next_attempt_at       timestamptz,                                            -- when a failed payment is tried again
  confirm_url           text,                                                   -- the provider's page where the payer confirms a renewal if the bank
                                                                                -- asks for it; null unless the subscription is past due
  ended_at              timestamptz,
  renewal_told_for      timestamptz,                                            -- end of the period whose renewal was announced by email (Code de la
                                                                                -- consommation, art. L215-1)
  check ((status = 'ended') = (ended_at is not null))
);
create unique index subscriptions_living on subscriptions (user_id) where status <> 'ended';
create index subscriptions_newest on subscriptions (started_at desc, id desc);
create index on subscriptions (user_id);

-- The last invoice number of each year. The row stays locked until the invoice with the new number is committed, so the numbers have no gaps.
create table invoice_counters (
  year  int  primary key,
  last  int  not null
);

-- Invoices and credit notes as they were issued. They are never changed, and remain when the account is deleted.
create table invoices (
  id                   uuid        primary key default gen_random_uuid(),
  number               text        not null unique,
  kind                 text        not null check (kind in ('invoice', 'credit_note')),
  user_id              uuid        references users (id) on delete set null,
  -- The provider's id of the invoice. For a credit note: the id of the payment and the refunded sum.
  provider_reference   text        not null unique,
  payment_id           text,
  subscription_id      text,                                                    -- the provider's id; a credit note has none
  corrects             text,                                                    -- number of the credit note's invoice
  amount_cents         bigint      not null,
  vat_cents            bigint      not null,                                    -- value added tax in amount_cents
  currency             text        not null,
  lines                jsonb       not null,
  buyer                jsonb       not null,                                    -- name, e-mail, language when issued
  period_start         timestamptz,
  period_end           timestamptz,
  issued_at            timestamptz not null,
  seller               jsonb                                                    -- the issuer, with the details that the law requires
);
create index invoices_user on invoices (user_id, issued_at desc);
create index invoices_payment on invoices (payment_id);

-- How often a variant was shown, and how often it led to a subscription. Contains only numbers.
create table experiment_counts (
  day          date    not null,
  variant      text    not null check (variant in ('A', 'B', 'C')),
  region       text    not null,
  exposures    bigint  not null default 0,
  conversions  bigint  not null default 0,
  primary key (day, variant, region)
);

-- An issued invoice cannot be changed. It cannot be deleted as long as the law requires that we keep it. The database
-- counts the years with its own clock, so that a service with a wrong clock cannot delete an invoice too early.
create function refuse_invoice_change() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.issued_at < date_trunc('year', now()) - interval '10 years' then
    return old;
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - 'user_id' = to_jsonb(old) - 'user_id' and new.user_id is null then
    return new;
  end if;
  raise exception 'an invoice that was issued stays as it is' using errcode = 'insufficient_privilege';
end $$;
create trigger refuse_change before update or delete on invoices for each row execute function refuse_invoice_change();

-- People whom nobody may ask for a payment, because a doctor must first talk with them.
create table payment_holds (
  user_id  uuid        primary key references users (id) on delete cascade,
  since    timestamptz not null
);

call guard_patient_rows('checkouts');
call guard_patient_rows('subscriptions');
call guard_patient_rows('invoices');
call guard_patient_rows('payment_holds');
create policy own_checkouts on checkouts for select to app_user using (user_id::text = (select request_user_id()));
create policy own_subscriptions on subscriptions for select to app_user using (user_id::text = (select request_user_id()));
create policy own_invoices on invoices for select to app_user using (user_id::text = (select request_user_id()));
create policy own on payment_holds for select to app_user using (user_id::text = (select request_user_id()));
create policy staff_reads on subscriptions for select to app_staff using (true);
create policy staff_reads on invoices for select to app_staff using (true);
grant select on checkouts, subscriptions, invoices, payment_holds to app_user;
grant select on subscriptions, invoices, experiment_counts to app_staff;
