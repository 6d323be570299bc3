-- A query is read word by word, each in either language, so that the index is asked for each stem once; both languages side by side named most words twice.
-- The last word may still be growing: words of titles that begin like it count as well. Phrases, exclusions and alternatives are read whole.
create or replace function community_query(words text) returns tsquery
  language plpgsql stable parallel safe as $$
declare
  query    tsquery := '';
  english  tsquery := websearch_to_tsquery('public.words_en', words);
  french   tsquery := websearch_to_tsquery('public.words_fr', words);
  whole    tsquery := case when english = french then english else english || french end;
  typed    text[] := regexp_split_to_array(btrim(words), '\s+');
  last     text;
  growing  tsquery := '';
begin
  if words ~* '"|(^|\s)-|\mor\M' then
    return whole;
  end if;
  last := public.fold(typed[cardinality(typed)]);
  if last ~ '^[[:alnum:]]{3,40}$' then
    select coalesce(string_agg(quote_literal(l.word), '|')::tsquery, '') into growing from (
      select c.word from public.community_lexicon c where c.word ~>=~ last and c.word ~<~ (last || U&'\+10FFFF')
      order by length(c.word), c.word limit 8) l;
  end if;
  if cardinality(typed) = 1 then
    return whole || growing;
  end if;
  for at in 1 .. cardinality(typed) loop
    english := websearch_to_tsquery('public.words_en', typed[at]);
    french := websearch_to_tsquery('public.words_fr', typed[at]);
    -- What one language leaves out stands in nearly every one of its texts: it narrows nothing.
    continue when numnode(english) = 0 or numnode(french) = 0;
    query := query && (case when english = french then english else english || french end
      || case when at = cardinality(typed) then growing else '' end);
  end loop;
  return case when numnode(query) = 0 then whole || growing else query end;
end $$;
