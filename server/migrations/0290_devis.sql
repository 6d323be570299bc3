-- expands
-- The facts that a quote must state before payment: number and version, seller, insurance, tax, reflection period.

alter table providers add column seller text not null default '';                 -- who sells the act, when that is not the practitioner
alter table providers add column insurance text not null default '';              -- professional liability: insurer and policy

alter table appointment_offers add column quote_number text check (quote_number ~ '^D-[0-9]{4}-[0-9]{6,}$');
alter table appointment_offers add column quote_version int check (quote_version > 0); -- null: made before quotes had numbers
alter table appointment_offers add column provider_seller text not null default '';
alter table appointment_offers add column provider_insurance text not null default '';
alter table appointment_offers add column vat_permille int check (vat_permille between 0 and 300);
alter table appointment_offers add column reflection_days int not null default 0 check (reflection_days between 0 and 60);
create unique index appointment_offers_version on appointment_offers (appointment_id, quote_version);

-- The number consists of the appointment's number and the year of its first quote. Versions count from 1. The
-- transaction that adds an offer holds a lock on the appointment, so the versions have no gaps.
create function number_quote() returns trigger
  language plpgsql as $$
begin
  select o.quote_number into new.quote_number
    from appointment_offers o where o.appointment_id = new.appointment_id and o.quote_version = 1;
  select coalesce(max(o.quote_version), 0) + 1 into new.quote_version
    from appointment_offers o where o.appointment_id = new.appointment_id;
  if new.quote_number is null then
    select 'D-' || to_char(new.created_at at time zone 'Europe/Paris', 'YYYY') || '-' || lpad(digits, greatest(6, length(digits)), '0')
      into new.quote_number
      from (select regexp_replace(a.number, '[^0-9]', '', 'g') as digits from appointments a where a.id = new.appointment_id) as one;
  end if;
  return new;
end $$;
create trigger number_quote before insert on appointment_offers for each row execute function number_quote();

grant select (quote_number, quote_version, provider_seller, provider_insurance, vat_permille, reflection_days) on appointment_offers to app_user;
