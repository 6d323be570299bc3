-- expands
-- Each entry of the provider list has a place. Triggers ensure this for every writer, including an earlier release.
-- Both functions run with the rights of their owner. They need no check, because the row alone determines what they write.

create function place_of_provider() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    -- If a place with this name and address exists already, the new entry belongs to it.
    update clinic_sites set provider_id = new.id
    where id = (select id from clinic_sites
                where provider_id is null and search_words(name) = search_words(new.name) and search_words(address) = search_words(new.address)
                order by created_at, id limit 1);
    if not found then
      insert into clinics (id, name, is_active, created_at) values (new.id, left(new.name, 120), new.is_active, new.created_at);
      -- Country and clock are guesses until an administrator has checked them.
      insert into clinic_sites (id, clinic_id, provider_id, name, address, phone, country, timezone, is_active, created_at)
      values (new.id, new.id, new.id, left(new.name, 120), new.address, new.phone, 'FR', 'Europe/Paris', new.is_active, new.created_at);
    end if;
    return null;
  end if;
  -- If a clinic has only one place, and the clinic has the same name as the entry, the clinic is renamed, activated and
  -- deactivated together with the entry.
  update clinics c set name = left(new.name, 120), is_active = new.is_active
  from clinic_sites s
  where s.provider_id = new.id and c.id = s.clinic_id and c.name = left(old.name, 120)
    and not exists (select from clinic_sites other where other.clinic_id = c.id and other.id <> s.id);
  update clinic_sites s set name = left(new.name, 120), address = new.address, phone = new.phone, is_active = new.is_active
  where s.provider_id = new.id
    and (s.name, s.address, s.phone, s.is_active) is distinct from (left(new.name, 120), new.address, new.phone, new.is_active);
  return null;
end $$;
create trigger keep_place after insert or update of name, address, phone, is_active on providers
  for each row execute function place_of_provider();

create function provider_of_place() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Names of entries may be longer than names of places. An entry keeps its longer name if the first 120 characters of
  -- this name equal the place's name.
  update providers p
  set name = case when left(p.name, 120) = new.name then p.name else new.name end, address = new.address, phone = new.phone, is_active = new.is_active
  where p.id = new.provider_id
    and (left(p.name, 120), p.address, p.phone, p.is_active) is distinct from (new.name, new.address, new.phone, new.is_active);
  return null;
end $$;
create trigger keep_provider after update of name, address, phone, is_active on clinic_sites
  for each row when (new.provider_id is not null) execute function provider_of_place();
