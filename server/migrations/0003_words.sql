-- How all domains compare and search words.

-- Lower case without accents, to compare names. The dictionary is named in full, so that the search path does not change the result.
create function fold(words text) returns text
  language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, words));

-- Words in the form that searches use: lower case, without accents. Every character that is neither a letter nor a
-- digit separates words.
create function search_words(words text) returns text
  language sql immutable parallel safe
  return trim(regexp_replace(lower(public.unaccent('public.unaccent'::regdictionary, coalesce(words, ''))), '[^[:alnum:]]+', ' ', 'g'));

create function search_vector(words text) returns tsvector
  language sql immutable parallel safe
  return array_to_tsvector(array_remove(string_to_array(public.search_words(words), ' '), ''));

-- Returns a query that matches a row if each word of the query is the beginning of a word in the row. Null if there is
-- no word.
create function search_query(words text) returns tsquery
  language sql immutable parallel safe
  return (select string_agg(quote_literal(word) || ':*', ' & ')
          from unnest(string_to_array(public.search_words(words), ' ')) word where word <> '')::tsquery;

-- The beginnings of words, up to twelve letters, as index keys. A search for the beginning of a word then looks up one
-- key. Otherwise it would look up every word that starts this way.
create function search_beginnings(words tsvector) returns text[]
  language sql immutable parallel safe
  return (select array_agg(distinct left(word, n))
          from unnest(tsvector_to_array(words)) word, generate_series(1, least(length(word), 12)) n);

-- The keys that a search looks up in an index of search_beginnings(). Null if the query contains no word.
create function search_starts(words text) returns text[]
  language sql immutable parallel safe
  return (select array_agg(left(word, 12)) from unnest(string_to_array(public.search_words(words), ' ')) word where word <> '');

-- ── The newest year first ──────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- A search of a list by date begins with the newest year. The functions below add the period of each row to its keys, so that the index can skip the rows
-- of other years.

-- The key of the thirty-day period that contains the given time. The key starts with '@' and no word does, so it
-- differs from every key of a word.
create function search_month(at timestamptz) returns text
  language sql immutable parallel safe
  return '@' || floor(extract(epoch from (at - timestamptz 'epoch')) / (30 * 86400))::int;

create function search_keys(words tsvector, at timestamptz) returns text[]
  language sql immutable parallel safe
  return coalesce(public.search_beginnings(words), '{}') || public.search_month(at);

-- The keys of all thirty-day periods in the year that ends at the given time.
create function search_year(until timestamptz) returns text[]
  language sql immutable parallel safe
  return (select array_agg(public.search_month(until - n * interval '30 days')) from generate_series(0, 12) n);

-- ── Ids ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- The smallest UUID of version 7 with this time.
create function uuid_at(at timestamptz) returns uuid
  language sql immutable strict parallel safe
  return (lpad(to_hex(floor(extract(epoch from at at time zone 'UTC') * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid;
