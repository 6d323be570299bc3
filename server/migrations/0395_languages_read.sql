-- expands
-- The languages that a member reads. Lists then leave out texts in other languages. The indexes of the lists contain
-- the language, so the database need not skip all other texts to find those in a rare language.

alter table community_profiles add column reads text[] check (cardinality(reads) > 0); -- ISO 639-1; null: everything is shown

-- An empty string means that the language is unknown.
create index posts_lang_latest on posts (visibility, (coalesce(lang, '')), id desc) where state = 'visible';
create index posts_lang_hot on posts (visibility, (coalesce(lang, '')), hot desc, id desc) where state = 'visible';
create index posts_lang_popular on posts (visibility, (coalesce(lang, '')), popularity desc, id desc) where state = 'visible';
create index posts_channel_lang_latest on posts (channel_id, (coalesce(lang, '')), id desc) where state = 'visible';
create index posts_channel_lang_hot on posts (channel_id, (coalesce(lang, '')), hot desc, id desc) where state = 'visible';
create index posts_channel_lang_popular on posts (channel_id, (coalesce(lang, '')), popularity desc, id desc) where state = 'visible';

alter table post_tags add column lang text;                                   -- of the post; null: unclear
update post_tags t set lang = p.lang from posts p where p.channel_id = t.channel_id and p.id = t.post_id and p.lang is not null;
create index post_tags_lang on post_tags (tag, visibility, (coalesce(lang, '')), post_id desc);

-- The search filters by marks (community_marks), and the language is one of them.
create function community_lang_mark(lang text) returns tsvector
  language sql immutable parallel safe
  return array_to_tsvector(array['=l:' || coalesce(lang, '')]);

create or replace function posts_index_words() returns trigger
  language plpgsql as $$
begin
  if new.state <> 'visible' then
    new.search := '';
  elsif new.search is null or tg_op = 'UPDATE' then
    new.search := setweight(community_words(new.title), 'A') || setweight(community_words(array_to_string(new.tag_titles, ' ')), 'B')
      || community_words(left(new.words, 20000)) || community_lang_mark(new.lang)
      || array_to_tsvector(community_marks(new.channel_id, new.author_id, new.visibility, new.tags, new.created_at));
  end if;
  return new;
end $$;
create or replace trigger index_words before insert or update of title, words, tag_titles, state, visibility, author_id, lang on posts
  for each row execute function posts_index_words();

create or replace function comments_index_words() returns trigger
  language plpgsql as $$
begin
  if new.state <> 'visible' then
    new.search := '';
  elsif new.search is null or tg_op = 'UPDATE' then
    new.search := community_words(left(new.words, 20000)) || community_lang_mark(new.lang)
      || array_to_tsvector(community_marks(new.channel_id, new.author_id, new.visibility, '{}', new.created_at));
  end if;
  return new;
end $$;
create or replace trigger index_words before insert or update of words, state, visibility, author_id, lang on comments
  for each row execute function comments_index_words();

-- These updates write the rows in their stored order, which is the order in which the texts were written. Searches are
-- faster if the rows are in that order.
update posts set search = search || community_lang_mark(lang) where state = 'visible';
update comments set search = search || community_lang_mark(lang) where state = 'visible';
