-- A plan that an administrator gave stays given: what a subscription pays for is kept beside it, and the higher of the two holds.

create function plan_rank(plan text) returns int
  language sql immutable parallel safe
  return array_position(array['free', 'essential', 'plus', 'elite'], plan);

alter table users
  add column paid_plan   text not null default 'free' check (plan_rank(paid_plan) is not null),
  add column given_plan  text check (plan_rank(given_plan) > 1);

update users u set paid_plan = s.plan from subscriptions s where s.user_id = u.id and s.status <> 'ended';
update users set given_plan = plan where plan_rank(plan) > plan_rank(paid_plan);

-- Beginnings of words, up to twelve letters, as keys of an index: a search by the beginning need not gather every word that begins so.
create function search_beginnings(words tsvector) returns text[]
  language sql immutable parallel safe
  return (select array_agg(distinct left(word, n))
          from unnest(tsvector_to_array(words)) word, generate_series(1, least(length(word), 12)) n);

-- What the index is asked for. Null when there is no word in it.
create function search_starts(words text) returns text[]
  language sql immutable parallel safe
  return (select array_agg(left(word, 12)) from unnest(string_to_array(public.search_words(words), ' ')) word where word <> '');

create index appointments_beginnings on appointments using gin (search_beginnings(search)) with (fastupdate = off);
drop index appointments_search;
