-- expands
-- A movement contains the euro rate of its payment. A refund in the next year needs this rate, so a movement is kept
-- for as long as the ledger has an entry of its payment.

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
  delete from provider_moves m where at < before
    and not exists (select 1 from ledger_transactions t where t.payment_id = m.payment_id);
  delete from ledger_differences where settled_at < before;
  delete from share_statements where issued_at < before;
  return gone;
end $$;
