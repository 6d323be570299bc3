-- expands
-- Administrators can also find an appointment by the provider of its offer in force. A trigger updates the column, so that offers of an earlier release
-- update it too.
alter table appointments add column provider_search tsvector not null default '';

create function provider_words(appointment uuid) returns tsvector
  language sql stable set search_path = public, pg_temp
  return coalesce((select search_vector(o.provider_name) from public.appointment_offers o
                   where o.appointment_id = appointment and o.state in ('open', 'paid', 'agreed')), ''::tsvector);

create function provider_words_follow() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update appointments set provider_search = provider_words(id)
  where id = new.appointment_id and provider_search is distinct from provider_words(id);
  return null;
end $$;
-- The author of an offer may write only some columns of the appointment, so the function runs with the rights of
-- app_system. A role can own a function only if it may create objects in the schema of that function.
grant create on schema public to app_system;
alter function provider_words_follow() owner to app_system;
revoke create on schema public from app_system;
revoke execute on function provider_words_follow() from public;
create trigger provider_words_follow after insert or update of state, provider_name on appointment_offers
  for each row execute function provider_words_follow();

set local role app_system;
update appointments set provider_search = provider_words(id)
where id in (select appointment_id from appointment_offers where state in ('open', 'paid', 'agreed'));
reset role;
