-- Posts and comments of the communities, and what people do with them.
--
-- Every table that grows with the texts has channel_id first in its key, so that it can be distributed over several servers by community.
--
-- Ids of posts and comments are UUIDs of version 7, so they sort by the time of creation. The next page of a list starts after the last id of the page before.
--
-- channels.visibility decides who may read a post or comment, and every query joins it. posts.visibility and comments.visibility are copies. They select the
-- range of an index that a query reads, and grant no access (docs/decisions/0012-community-reads.md).

-- ── Words ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Stems of English and French words, without accents. Every text is indexed in both languages.
create text search configuration words_en (copy = pg_catalog.english);
alter text search configuration words_en alter mapping for hword, hword_part, word with unaccent, english_stem;
create text search configuration words_fr (copy = pg_catalog.french);
alter text search configuration words_fr alter mapping for hword, hword_part, word with unaccent, french_stem;

-- Returns the index words for a run of Chinese, Japanese or Korean characters: all pairs of neighbouring characters, and the last character. The parser
-- cannot split such a run into words, because these languages use no spaces, or attach endings to words. The function reads the run once: a call of
-- substr() for each character would make the cost grow with the square of the length.
create function community_pairs(run text) returns text[]
  language sql immutable parallel safe
  return array(select c || coalesce(lead(c) over (order by n), '') from string_to_table(run, null) with ordinality as t (c, n) order by n);

-- Returns the two index words for an Arabic word: the word without vowel signs and with one form for each letter, and this word without article and
-- ending. For example, والعلاجات is also indexed as علاج. The stemmer of PostgreSQL is unsuitable, because it treats the first letter of many words, such
-- as بوتوكس, as a preposition.
create function community_arabic_forms(word text) returns text[]
  language sql immutable parallel safe
  return (select array[plain, regexp_replace(regexp_replace(plain, '^[وف]?([بك]?ال|لل)(?=.{2})', ''), '^(.{2,}?)(ها|ان|ات|ون|ين|يه|ه|ي)$', '\1')]
    from (select translate(regexp_replace(word, U&'[\0640\064B-\065F\0670]', '', 'g'), 'أإآٱىة', 'ااااييه') as plain offset 0) p);

-- The regular expression for a run of Chinese, Japanese and Korean characters, or of Arabic ones, as ranges of Unicode.
create function community_run_pattern() returns text
  language sql immutable parallel safe
  return U&'[\3005\3040-\30FA\30FC-\30FF\3400-\4DBF\4E00-\9FFF\F900-\FAFF\AC00-\D7A3\+020000-\+02FA1F]+|[\0620-\06D3]+';

-- Returns whether a text may contain such runs. Half-width forms of the characters count too.
create function community_has_runs(words text) returns boolean
  language sql immutable parallel safe
  return words ~ U&'[\0620-\06D3\3005-\9FFF\AC00-\D7A3\F900-\FAFF\FF66-\FF9D\+020000-\+02FA1F]';

-- Returns the runs in a text, in their order. Half-width forms are converted to the usual ones.
create function community_runs(words text) returns table (run text, is_arabic boolean, nth bigint)
  language sql immutable parallel safe as $$
    select found[1], found[1] ~ U&'^[\0620-\06D3]', n
    from regexp_matches(normalize(words, NFKC), community_run_pattern(), 'g') with ordinality as f (found, n)
  $$;

-- Returns a text without these runs. If a run touches a Latin word, as in PRP療法, the parser would treat both as one
-- word.
create function community_other_words(words text) returns text
  language sql immutable parallel safe
  return case when public.community_has_runs(words)
    then regexp_replace(normalize(words, NFKC), public.community_run_pattern(), ' ', 'g') else words end;

create function community_script_words(words text) returns tsvector
  language sql stable parallel safe
  return case when public.community_has_runs(words) then (
    select coalesce(to_tsvector('pg_catalog.simple', string_agg(array_to_string(
      case when r.is_arabic then public.community_arabic_forms(r.run) else public.community_pairs(r.run) end, ' '), ' ' order by r.nth)), '')
    from public.community_runs(words) r) else ''::tsvector end;

-- Returns the part of a query that consists of these runs. A text matches if it contains all pairs of a run, in any place. Neighbouring pairs cannot be
-- required, because a tsvector stores only some positions of a frequent pair in a long text, but they raise the rank of a text. A run of a single character
-- matches every index word that begins with it.
create function community_script_query(words text) returns tsquery
  language plpgsql stable parallel safe as $$
declare
  asked  tsquery := '';
  part   record;
  forms  text[];
begin
  for part in select run, is_arabic from public.community_runs(words) order by nth loop
    if part.is_arabic then
      forms := public.community_arabic_forms(part.run);
      -- If a run consists only of vowel signs, no letter remains to search for.
      continue when forms[1] = '';
      asked := asked && (quote_literal(forms[1])::tsquery || quote_literal(forms[2])::tsquery);
    elsif length(part.run) = 1 then
      asked := asked && (quote_literal(part.run) || ':*')::tsquery;
    else
      forms := trim_array(public.community_pairs(part.run), 1);
      asked := asked && plainto_tsquery('pg_catalog.simple', array_to_string(forms, ' '));
    end if;
  end loop;
  return asked;
end $$;

create function community_words(words text) returns tsvector
  language sql stable parallel safe
  return (select to_tsvector('public.words_en', other.words) || to_tsvector('public.words_fr', other.words)
    from (select public.community_other_words(words) as words offset 0) other) || public.community_script_words(words);

-- The query of a search box: words, "phrases", -exclusions, and `or` between alternatives. The function handles each word or phrase on its own in both
-- languages, so that the index looks up each stem once. The last word may be incomplete: words of titles that start with it match too.
create function community_query(words text) returns tsquery
  language plpgsql stable parallel safe as $$
declare
  asked     tsquery := '';
  required  tsquery := '';
  english   tsquery;
  french    tsquery;
  whole     tsquery;
  part      tsquery;
  typed     text[];
  excluded  boolean[];
  last      text;
  growing   tsquery := '';
begin
  -- Japanese keyboards type a wide space.
  select coalesce(array_agg(token[2] order by n), '{}'), coalesce(array_agg(token[1] <> '' order by n), '{}') into typed, excluded
    from regexp_matches(translate(words, U&'\3000', ' '), '(-*)("[^"]*"?|[^\s"]+)', 'g') with ordinality as f (token, n);
  -- The first form of an Arabic word is the word without vowel signs. A word of another script does not change.
  last := (public.community_arabic_forms(public.fold(typed[cardinality(typed)])))[1];
  if last ~ '^[[:alnum:]]{3,40}$' and not excluded[cardinality(typed)] then
    select coalesce(string_agg(quote_literal(l.word), '|')::tsquery, '') into growing from (
      select c.word from public.community_lexicon c where c.word ~>=~ last and c.word ~<~ (last || U&'\+10FFFF')
      order by length(c.word), c.word limit 8) l;
  end if;
  for at in 1 .. cardinality(typed) loop
    if lower(typed[at]) = 'or' and not excluded[at] and numnode(required) > 0 and at < cardinality(typed) then
      asked := asked || required;
      required := '';
      continue;
    end if;
    english := websearch_to_tsquery('public.words_en', public.community_other_words(typed[at]));
    french := websearch_to_tsquery('public.words_fr', public.community_other_words(typed[at]));
    -- A stop word of one language is in nearly every text of that language, so it cannot narrow the search.
    part := case when numnode(english) = 0 or numnode(french) = 0 then ''::tsquery when english = french then english else english || french end
      && public.community_script_query(typed[at]);
    continue when numnode(part) = 0;
    required := required && case when excluded[at] then !!part when at = cardinality(typed) then part || growing else part end;
  end loop;
  asked := asked || required;
  if numnode(asked) > 0 then
    return asked;
  end if;
  english := websearch_to_tsquery('public.words_en', words);
  french := websearch_to_tsquery('public.words_fr', words);
  whole := case when english = french then english else english || french end;
  return whole || growing;
end $$;

-- Community, author, tags, visibility and time of a text, as words that no text can contain. An index of words can then
-- also filter by these marks and sort by time.
create function community_marks(channel uuid, author uuid, visibility text, tags text[], at timestamptz) returns text[]
  language sql immutable parallel safe
  return array['=v:' || visibility, '=c:' || channel, '=a:' || coalesce(author::text, ''),
    '=d:' || to_char(at at time zone 'UTC', 'YYYY-MM-DD'), '=w:' || to_char(at at time zone 'UTC', 'IYYY-IW'),
    '=q:' || to_char(at at time zone 'UTC', 'YYYY-Q'), '=y:' || to_char(at at time zone 'UTC', 'YYYY')]
    || array(select '=t:' || tag from unnest(tags) tag);

-- The language of a text is one of its marks too.
create function community_lang_mark(lang text) returns tsvector
  language sql immutable parallel safe
  return array_to_tsvector(array['=l:' || coalesce(lang, '')]);

-- ── Posts and comments ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- A search ranks forty posts by their index words (`search`), so these are stored in the row itself (`storage main`). If they were in the TOAST table, the
-- whole search would take a quarter longer. Long bodies move to TOAST first.
create table posts (
  channel_id        uuid        not null references channels (id) on delete cascade,
  id                uuid        not null,
  author_id         uuid        references users (id) on delete set null,
  visibility        text        not null,
  state             text        not null default 'visible' check (state in ('visible', 'held', 'removed', 'deleted')),
  title             text        not null,
  body              text        not null,                                      -- sanitised HTML; an image is stored as its path
  words             text        not null,                                      -- the same text without markup
  excerpt           text        not null,
  image_path        text,
  tags              text[]      not null default '{}',                         -- in the form that page addresses use
  tag_titles        text[]      not null default '{}',                         -- the same tags as people read them
  lang              text,                                                      -- detected language, ISO 639-1; null: too short or unclear
  version           int         not null default 1,
  created_at        timestamptz not null,
  edited_at         timestamptz,
  likes_count       int         not null default 0,
  comments_count    int         not null default 0,
  pinned_at         timestamptz,
  is_locked         boolean     not null default false,
  is_expert         boolean     not null default false,                        -- the author was a verified practitioner at that time
  asks_practitioner boolean     not null default false,
  asked_at          timestamptz,                                               -- since when a question waits for a practitioner
  overdue_told_at   timestamptz,                                               -- when the moderators were notified that no practitioner answered in
                                                                               -- time. Set once, even if the author asks a practitioner again
  web_since         timestamptz,                                               -- since when it is public (readable without an account). Visitors do
                                                                               -- not see earlier comments, which were meant for members
  popularity        int         not null generated always as (likes_count + 2 * comments_count) stored,
  -- A post with ten times as many likes and comments ranks as high as a post that is 12.5 hours (45,000 s) newer. The
  -- order of two posts does not change as time passes, so an index can store it.
  hot               float8      not null generated always as
    (log(1 + greatest(likes_count + 2 * comments_count, 0)) + extract(epoch from created_at at time zone 'UTC') / 45000) stored,
  search            tsvector    storage main not null,
  primary key (channel_id, id),
  check (cardinality(tags) = cardinality(tag_titles)),
  check (asked_at is not null or not asks_practitioner)
) with (toast_tuple_target = 4080);
create unique index posts_id on posts (id);
create index posts_latest on posts (visibility, id desc) where state = 'visible';
create index posts_hot on posts (visibility, hot desc, id desc) where state = 'visible';
create index posts_popular on posts (visibility, popularity desc, id desc) where state = 'visible';
create index posts_unanswered on posts (visibility, id desc) where state = 'visible' and comments_count = 0;
create index posts_expert on posts (visibility, id desc) where state = 'visible' and is_expert;
create index posts_expert_hot on posts (visibility, hot desc, id desc) where state = 'visible' and is_expert;
create index posts_channel_latest on posts (channel_id, id desc) where state = 'visible';
create index posts_channel_hot on posts (channel_id, hot desc, id desc) where state = 'visible';
create index posts_channel_popular on posts (channel_id, popularity desc, id desc) where state = 'visible';
create index posts_channel_pinned on posts (channel_id, pinned_at desc) where pinned_at is not null and state = 'visible';
create index posts_on_web on posts (channel_id, id desc) where web_since is not null and state = 'visible';
-- The languages that a member reads (community_profiles.reads) filter the lists. With these indexes, the database need
-- not skip all other texts to find those in a rare language. An empty string means that the language is unknown.
create index posts_lang_latest on posts (visibility, (coalesce(lang, '')), id desc) where state = 'visible';
create index posts_lang_hot on posts (visibility, (coalesce(lang, '')), hot desc, id desc) where state = 'visible';
create index posts_lang_popular on posts (visibility, (coalesce(lang, '')), popularity desc, id desc) where state = 'visible';
create index posts_channel_lang_latest on posts (channel_id, (coalesce(lang, '')), id desc) where state = 'visible';
create index posts_channel_lang_hot on posts (channel_id, (coalesce(lang, '')), hot desc, id desc) where state = 'visible';
create index posts_channel_lang_popular on posts (channel_id, (coalesce(lang, '')), popularity desc, id desc) where state = 'visible';
create index posts_author on posts (author_id, id desc);
create index posts_asking on posts (id desc) where asks_practitioner and state = 'visible';
-- fastupdate is off: with a list of pending entries, readers would do the work that writers postponed.
create index posts_search on posts using gin (search) with (fastupdate = off);

create table comments (
  channel_id     uuid        not null,
  post_id        uuid        not null,
  id             uuid        not null,
  -- The comment under which it is shown. Null: directly under the post.
  parent_id      uuid,
  reply_to_id    uuid,                                                         -- the comment that it answers, if that one is on the deepest level of threads
  depth          smallint    not null default 0 check (depth between 0 and 2),
  author_id      uuid        references users (id) on delete set null,
  visibility     text        not null,
  state          text        not null default 'visible' check (state in ('visible', 'held', 'removed', 'deleted')),
  body           text        not null,
  words          text        not null,
  lang           text,                                                         -- detected language; null: unclear
  version        int         not null default 1,
  created_at     timestamptz not null,
  edited_at      timestamptz,
  likes_count    int         not null default 0,
  replies_count  int         not null default 0,
  search         tsvector    not null,
  primary key (channel_id, id),
  foreign key (channel_id, post_id) references posts (channel_id, id) on delete cascade,
  check ((parent_id is null) = (depth = 0))
);
-- A cached plan is made for the average post, which has three comments. Reading and sorting three comments seems cheap,
-- but the cost grows with every comment of a long thread. This setting tells the planner that a post has a hundred
-- comments. The planner then reads the index in order, at the same cost for short and long threads.
alter table comments alter column post_id set (n_distinct = -0.01);
create unique index comments_id on comments (id);
create index comments_best on comments (post_id, parent_id, likes_count desc, id);
create index comments_time on comments (post_id, parent_id, id);
create index comments_post on comments (post_id, id);
create index on comments (channel_id, post_id);
create index comments_author on comments (author_id, id desc);
create index comments_search on comments using gin (search) with (fastupdate = off);

-- Stores the words of a post for the search. A post that is not visible has no words.
create function posts_index_words() returns trigger
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
create trigger index_words before insert or update of title, words, tag_titles, state, visibility, author_id, lang on posts
  for each row execute function posts_index_words();

-- Words of titles. The search uses them to complete an incomplete word.
create table community_lexicon (
  word  text  primary key
);
create index community_lexicon_like on community_lexicon (word text_pattern_ops);
create function posts_keep_lexicon() returns trigger
  language plpgsql as $$
begin
  insert into community_lexicon (word)
    select lexeme from unnest(community_words(new.title || ' ' || array_to_string(new.tag_titles, ' '))) where length(lexeme) between 3 and 40 order by 1
    on conflict do nothing;
  return null;
end $$;
create trigger keep_lexicon after insert or update of title, tag_titles on posts
  for each row when (new.state = 'visible') execute function posts_keep_lexicon();

create function comments_index_words() returns trigger
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
create trigger index_words before insert or update of words, state, visibility, author_id, lang on comments
  for each row execute function comments_index_words();

-- One row per tag of a visible post, for the page that lists the posts with a tag.
create table post_tags (
  channel_id  uuid  not null,
  post_id     uuid  not null,
  tag         text  not null,
  visibility  text  not null,
  lang        text,                                                            -- of the post; null: unknown
  primary key (channel_id, post_id, tag),
  foreign key (channel_id, post_id) references posts (channel_id, id) on delete cascade
);
create index post_tags_tag on post_tags (tag, visibility, post_id desc);
create index post_tags_lang on post_tags (tag, visibility, (coalesce(lang, '')), post_id desc);

-- Tags as they were first written, and the number of their posts on each day. With these numbers, the busiest tags are
-- found without counting all posts.
create table tags (
  tag    text  primary key check (tag = fold(tag)),
  title  text  not null
);
create index tags_like on tags (tag text_pattern_ops);
create index tags_near on tags using gin (tag gin_trgm_ops);
create table tag_days (
  day         date  not null,
  tag         text  not null references tags (tag) on delete cascade,
  visibility  text  not null,
  posts       int   not null default 0,
  primary key (day, tag, visibility)
);
create index on tag_days (tag);
create index tag_days_busiest on tag_days (visibility, day, posts desc, tag);

-- The total number of posts of each tag. A suggestion for a typed tag reads a few of these rows, and not one row for
-- each day.
create table tag_counts (
  tag         text  not null references tags (tag) on delete cascade,
  visibility  text  not null,
  posts       int   not null,
  primary key (tag, visibility)
);
create function tag_days_keep_counts() returns trigger
  language plpgsql as $$
begin
  insert into tag_counts (tag, visibility, posts) values (new.tag, new.visibility, new.posts - case when tg_op = 'UPDATE' then old.posts else 0 end)
    on conflict (tag, visibility) do update set posts = tag_counts.posts + excluded.posts;
  return null;
end $$;
create trigger keep_counts after insert or update of posts on tag_days for each row execute function tag_days_keep_counts();

-- Returns the busiest tags of seven days in communities with the visibilities `readable`. The last of these days is the
-- UTC date of `moment`. Tags in `muted` are left out. The candidates are a limited number of the busiest tags of each
-- day. The function then counts the posts of the candidates exactly.
create function busiest_topics(readable text[], muted text[], moment timestamptz, most int) returns table (id text, title text, posts_last7 int)
  language sql stable as $$
    with days as materialized (
      select (moment at time zone 'UTC')::date - ago as day, visibility from generate_series(0, 6) ago, unnest(readable) visibility
    ), candidates as materialized (
      select busy.tag from days, lateral (select d.tag, d.posts from tag_days d
        where d.visibility = days.visibility and d.day = days.day and d.posts > 0 and d.tag <> all(muted)
        order by d.posts desc, d.tag limit 30 + most) busy
      group by busy.tag order by sum(busy.posts) desc, busy.tag limit 2 * most
    )
    select c.tag, t.title, week.posts from candidates c join tags t on t.tag = c.tag,
      lateral (select sum(d.posts)::int as posts from days join tag_days d on d.day = days.day and d.tag = c.tag and d.visibility = days.visibility) week
    order by week.posts desc, c.tag limit most
  $$;

-- If the search finds nothing for a word, it suggests the nearest tag: 'botox' for 'botoks'. It suggests only tags of posts that the reader may see, so
-- that a suggestion reveals nothing of a closed community.
create function community_near_tag(word text, readable text[]) returns text
  language sql stable set pg_trgm.similarity_threshold = 0.35
begin atomic
  select t.tag from tags t join tag_counts c on c.tag = t.tag and c.visibility = any(readable) and c.posts > 0
  where t.tag % fold(word) and t.tag <> fold(word)
  group by t.tag order by similarity(t.tag, fold(word)) desc, sum(c.posts) desc, t.tag limit 1;
end;
grant execute on function community_near_tag to flaira_app;

create table content_versions (
  channel_id  uuid        not null references channels (id) on delete cascade,
  content_id  uuid        not null,                                            -- a post or a comment
  version     int         not null,
  title       text,
  body        text        not null,
  was_shown   boolean     not null,                                            -- false: it was hidden when it was replaced
  at          timestamptz not null,
  primary key (channel_id, content_id, version)
);

create table content_likes (
  channel_id  uuid        not null references channels (id) on delete cascade,
  content_id  uuid        not null,
  user_id     uuid        not null references users (id) on delete cascade,
  at          timestamptz not null,
  primary key (channel_id, content_id, user_id)
);
create index content_likes_user on content_likes (user_id);

-- One person's marks on a post: when it was read, and when it was saved.
create table post_marks (
  channel_id      uuid        not null,
  post_id         uuid        not null,
  user_id         uuid        not null references users (id) on delete cascade,
  read_at         timestamptz,
  saved_at        timestamptz,
  primary key (channel_id, post_id, user_id),
  foreign key (channel_id, post_id) references posts (channel_id, id) on delete cascade
);
create index post_marks_read on post_marks (user_id, read_at desc, post_id) where read_at is not null;
create index post_marks_saved on post_marks (user_id, saved_at desc, post_id) where saved_at is not null;
create index post_marks_present on post_marks (post_id, read_at desc);
create index on post_marks (user_id);

create table community_follows (
  user_id  uuid         not null references users (id) on delete cascade,
  kind     text         not null check (kind in ('person', 'channel', 'tag', 'post')),
  target   text         not null,                                              -- an id; for a tag, the tag itself
  state    text         not null check (state in ('follow', 'mute')),
  at       timestamptz  not null,
  primary key (user_id, kind, target)
);
create index community_follows_target on community_follows (kind, target) where state = 'follow';

-- A member's unsent texts, which nobody else may read.
create table community_drafts (
  id          uuid        not null,
  user_id     uuid        not null references users (id) on delete cascade,
  channel_id  uuid,
  post_id     uuid,
  parent_id   uuid,
  editing_id  uuid,
  title       text        not null,
  body        text        not null,
  tags        text[]      not null,
  saved_at    timestamptz not null,
  primary key (user_id, id)
);
call guard_patient_rows('community_drafts');
grant select, insert, update, delete on community_drafts to app_user;
create policy own_drafts on community_drafts to app_user
  using (user_id::text = (select request_user_id())) with check (user_id::text = (select request_user_id()));

-- Images of posts, banners and icons. Their bytes are in photo_objects (same id).
create table community_images (
  id            uuid        primary key references photo_objects (id),
  path          text        not null unique,
  kind          text        not null check (kind in ('post', 'banner', 'icon')),
  channel_id    uuid        references channels (id) on delete set null,
  uploaded_by   uuid        references users (id) on delete set null,
  subject       text        not null check (subject in ('nobody', 'self', 'other')),
  consent_at    timestamptz,                                                   -- when the uploader confirmed that the person agreed
  content_id    uuid,                                                          -- the post or comment that shows it
  width         int         not null,
  height        int         not null,
  created_at    timestamptz not null,
  check (subject <> 'other' or consent_at is not null)
);
create index community_images_content on community_images (content_id) where content_id is not null;
create index community_images_channel on community_images (channel_id);
create index community_images_uploader on community_images (uploaded_by);

-- Deletes the texts of a person whose account is deleted. Other people's replies remain. A community without another
-- owner gets a new owner.
create function users_leave_communities() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from content_versions v using posts p where p.author_id = old.id and v.channel_id = p.channel_id and v.content_id = p.id;
  delete from content_versions v using comments c where c.author_id = old.id and v.channel_id = c.channel_id and v.content_id = c.id;
  delete from post_tags t using posts p where p.author_id = old.id and t.channel_id = p.channel_id and t.post_id = p.id;
  update posts set state = 'deleted', title = '', body = '', words = '', excerpt = '', image_path = null, tags = '{}', tag_titles = '{}'
    where author_id = old.id;
  update comments set state = 'deleted', body = '', words = '' where author_id = old.id;
  update channel_members m set role = 'owner' from channel_members o
    where o.user_id = old.id and o.role = 'owner' and m.channel_id = o.channel_id and m.role <> 'owner'
      and m.user_id = community_successor(o.channel_id, old.id, now());
  return old;
end $$;
create trigger leave_communities before delete on users for each row execute function users_leave_communities();
revoke execute on function users_leave_communities() from public;
