-- The search looks through the newest year first: a row stands in the index under its month, too, so that the other years are stepped over.

-- The mark of a month of thirty days; no word begins so.
create function search_month(at timestamptz) returns text
  language sql immutable parallel safe
  return '@' || floor(extract(epoch from (at - timestamptz 'epoch')) / (30 * 86400))::int;

create function search_keys(words tsvector, at timestamptz) returns text[]
  language sql immutable parallel safe
  return coalesce(public.search_beginnings(words), '{}') || public.search_month(at);

-- The months of the year that ends with a moment.
create function search_year(until timestamptz) returns text[]
  language sql immutable parallel safe
  return (select array_agg(public.search_month(until - n * interval '30 days')) from generate_series(0, 12) n);

create index appointments_keys on appointments using gin (search_keys(search, created_at)) with (fastupdate = off);
drop index appointments_beginnings;
