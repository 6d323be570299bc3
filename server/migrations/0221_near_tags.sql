-- expands
-- If the search finds nothing for a word, it suggests the nearest tag: 'botox' for 'botoks'. It suggests only tags of posts that the reader may see, so
-- that a suggestion reveals nothing of a closed community.
create index tags_near on tags using gin (tag gin_trgm_ops);

create function community_near_tag(word text, readable text[]) returns text
  language sql stable set pg_trgm.similarity_threshold = 0.35
begin atomic
  select t.tag from tags t
  where t.tag % fold(word) and t.tag <> fold(word)
    and exists (select from tag_days d where d.tag = t.tag and d.visibility = any(readable) and d.posts > 0)
  order by similarity(t.tag, fold(word)) desc, t.posts_count desc, t.tag limit 1;
end;
grant execute on function community_near_tag to flaira_app;
