-- How words are compared and searched, for every domain.

-- Lower case without accents: how names are compared. The dictionary is named, so that no search path changes the result.
create function fold(words text) returns text
  language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, words));

-- Words as they are searched: small letters without accents, parted by anything that is neither letter nor digit.
create function search_words(words text) returns text
  language sql immutable parallel safe
  return trim(regexp_replace(lower(public.unaccent('public.unaccent'::regdictionary, coalesce(words, ''))), '[^[:alnum:]]+', ' ', 'g'));

create function search_vector(words text) returns tsvector
  language sql immutable parallel safe
  return array_to_tsvector(array_remove(string_to_array(public.search_words(words), ' '), ''));

-- Every word of the question is the beginning of some word of the row. Null when there is no word in it.
create function search_query(words text) returns tsquery
  language sql immutable parallel safe
  return (select string_agg(quote_literal(word) || ':*', ' & ')
          from unnest(string_to_array(public.search_words(words), ' ')) word where word <> '')::tsquery;

-- Beginnings of words, up to twelve letters, as keys of an index: a search by the beginning need not gather every word that begins so.
create function search_beginnings(words tsvector) returns text[]
  language sql immutable parallel safe
  return (select array_agg(distinct left(word, n))
          from unnest(tsvector_to_array(words)) word, generate_series(1, least(length(word), 12)) n);

-- What the index is asked for. Null when there is no word in it.
create function search_starts(words text) returns text[]
  language sql immutable parallel safe
  return (select array_agg(left(word, 12)) from unnest(string_to_array(public.search_words(words), ' ')) word where word <> '');

-- ── The newest year first ──────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- A list of rows by date is also searched by month: the index then steps over the other years.

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

-- ── Ids ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- The least id of version 7 that an instant can have.
create function uuid_at(at timestamptz) returns uuid
  language sql immutable strict parallel safe
  return (lpad(to_hex(floor(extract(epoch from at at time zone 'UTC') * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid;
