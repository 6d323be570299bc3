-- Most words have the same stem in both languages. The query then names each once: twice would be looked up, and weighed, twice.
create or replace function community_query(words text) returns tsquery
  language sql stable parallel safe
  return (select case when english = french then english else english || french end
    from (select websearch_to_tsquery('public.words_en', words) as english, websearch_to_tsquery('public.words_fr', words) as french) q);
