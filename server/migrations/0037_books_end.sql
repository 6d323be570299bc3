-- An invoice stays as it was issued, and stays: until the law no longer asks for it. The database counts the years by its own clock, so that a service
-- whose clock is wrong lets nothing go too early.
create or replace function refuse_invoice_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.issued_at < date_trunc('year', now()) - interval '10 years' then
    return old;
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - 'user_id' = to_jsonb(old) - 'user_id' and new.user_id is null then
    return new;
  end if;
  raise exception 'an invoice that was issued stays as it is' using errcode = 'insufficient_privilege';
end $$;
