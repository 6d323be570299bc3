import pg from 'pg';

/** Number of rows of each kind. */
export interface Scale {
  readonly channels: number;
  readonly members: number;
  readonly posts: number;
  readonly comments: number;
}

/**
 * Ids and words that the benchmark requests: the post with a thousand comments, the tag of the topic page, a word that
 * a third of all posts contain, two frequent words, and a rare word. In every data set, exactly forty posts contain the
 * rare word, so that the compared result pages have the same size.
 */
export const marks = {
  post: '01900000-0000-7000-8000-000000000001',
  tag: 'topic-1',
  common: 'skin',
  rare: 'zinnia',
  pair: 'laser sunscreen',
} as const;

const TEXTS = 3000;
const RARE = { text: TEXTS, posts: 40 } as const;
const TAGS = 300;
const DAYS = 730;

/**
 * Fills an empty, migrated database with generate_series. It runs as the superuser of the benchmark's own database
 * cluster. Triggers are disabled, so the stored counts are set at the end. The large indexes are created after the
 * rows.
 */
export async function generate(superuserUrl: string, scale: Scale, say: (what: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query(
      `set session_replication_role = replica; set maintenance_work_mem = '768MB'; set synchronous_commit = off; set work_mem = '64MB'`,
    );
    await client.query('select setseed(0.42)');
    await client.query(`create or replace function bench_id(words text) returns uuid language sql immutable parallel safe
      return overlay(overlay(md5(words) placing '4' from 13) placing '8' from 17)::uuid`);
    // Half of the texts are English, 0.3 % are Korean, and 10 % have an unknown language.
    await client.query(`create or replace function bench_lang(n bigint) returns text language sql immutable parallel safe
      return (select case when share < 500 then 'en' when share < 700 then 'fr' when share < 800 then 'de' when share < 850 then 'es' when share < 880 then 'ru'
        when share < 890 then 'ja' when share < 893 then 'ko' end from (select abs(hashint8(n) % 1000) as share) x)`);
    for (const [what, statement] of steps(scale)) {
      const start = performance.now();
      await client.query(statement);
      say(`${what} ${((performance.now() - start) / 1000).toFixed(1)} s`);
    }
  } finally {
    await client.end();
  }
}

const indexesOf = (table: string): string => `
  create temp table kept_${table} as select indexname, indexdef from pg_indexes
    where tablename = '${table}' and indexname not in (select conname from pg_constraint);
  do $$ declare i record; begin for i in select * from kept_${table} loop execute 'drop index ' || quote_ident(i.indexname); end loop; end $$`;
const remake = (table: string): string =>
  `do $$ declare i record; begin for i in select * from kept_${table} loop execute i.indexdef; end loop; end $$`;

type Steps = Generator<readonly [what: string, statement: string]>;

function* steps(scale: Scale): Steps {
  yield* peopleAndPlaces(scale);
  yield* whatIsThereToWrite(scale);
  yield* postsAndComments();
  yield* countsAndMarks(scale.posts);
}

function* peopleAndPlaces({ channels, members }: Scale): Steps {
  yield [
    'people',
    `
    insert into users (id, email, name, first_name, last_name, plan, email_verified)
      select bench_id('u' || n), 'reader' || n || '@bench.example', 'Reader ' || n, 'Reader', n::text,
        (array['free','free','free','essential','plus','elite'])[1 + n % 6], true from generate_series(1, ${members}) n;
    insert into community_profiles (user_id, handle, display_name, contributions, created_at, reads)
      select bench_id('u' || n), 'reader_' || n, 'Reader ' || n, 20, now() - interval '1 year',
        case n % 3 when 0 then array['en', 'fr'] when 1 then array['ja', 'es'] else array['ko'] end from generate_series(1, ${members}) n;
    insert into practitioners (user_id, profession, speciality, registration_number, registration_body, verified_at)
      select bench_id('u' || n), 'doctor', 'Dermatology', 'bench-' || n, 'Bench', now() from generate_series(1, 100) n`,
  ];
  yield [
    'communities',
    `
    insert into channels (id, slug, name, description, visibility, created_at, rules, web_since)
      select bench_id('c' || n), 'community-' || n, 'Community ' || n, 'Slow and honest talk about subject ' || n || '.',
        case when n % 20 = 0 then 'elite_only' when n % 20 in (1, 2, 3) then 'paid' else 'open' end, now() - interval '2 years', '{"Be kind."}',
        case when n % 20 > 3 and n % 2 = 0 then now() - interval '1 year' end
      from generate_series(1, ${channels}) n;
    insert into channel_themes select bench_id('c' || n), 'Theme ' || n % 40, 0 from generate_series(1, ${channels}) n;
    insert into channel_members (channel_id, user_id, role, joined_at, seen_at)
      select bench_id('c' || 1 + floor(${channels} * power(random(), 2))::int), bench_id('u' || 1 + n % ${members}), 'member', now() - interval '1 year', now() - interval '2 days'
      from generate_series(1, ${members * 20}) n on conflict do nothing;
    insert into channel_members select bench_id('c' || n), bench_id('u' || 1 + n % ${members}), 'owner', now(), now() from generate_series(1, ${channels}) n
      on conflict (channel_id, user_id) do update set role = 'owner';
    insert into community_presence select bench_id('u' || n), now() + interval '1 day' from generate_series(1, ${Math.ceil(members / 40)}) n`,
  ];
}

/** Creates texts, each with its community and time. The tables of the service are filled from them. */
function* whatIsThereToWrite({ channels, members, posts, comments }: Scale): Steps {
  yield [
    'words',
    `
    create temp table lexicon as select n, 'w' || substr(md5(n::text), 1, 2 + n % 6) as word from generate_series(1, 6000) n;
    create temp table texts as select t as n,
        (select string_agg(word, ' ' order by random()) from (select word from lexicon where n in (select floor(6000 * power(random(), 3))::int from generate_series(1, 45 + t % 30))) w)
        || case when t % 3 = 0 then ' ${marks.common} barrier' else '' end || case when t % 7 = 0 then ' laser' else '' end
        || case when t % 11 = 0 then ' sunscreen' else '' end || case when t = ${RARE.text} then ' ${marks.rare}' else '' end as words
      from generate_series(0, ${TEXTS}) t;
    alter table texts add body text, add post_words tsvector, add comment_words tsvector;
    update texts set body = '<p>' || words || '</p>', post_words = setweight(community_words('How ' || left(words, 40)), 'A') || community_words(words),
      comment_words = community_words(left(words, 160));
    alter table texts add primary key (n);
    analyze texts;
    insert into tags (tag, title) select 'topic-' || n, 'Topic ' || n from generate_series(1, ${TAGS}) n`,
  ];
  // Rows are inserted in chronological order, as in a real community. A search can then read the rows of one period
  // without reading the others.
  yield [
    'places',
    `
    create temp table places as select n, bench_id('c' || channel) as channel_id, case when n = ${posts} - 50 then '${marks.post}'::uuid else uuidv7(at - now()) end as id,
        bench_id('u' || author) as author_id, author <= 100 as is_expert, at as created_at, text, likes,
        array['topic-' || tag] || case when n % 2 = 0 and tag <> 7 then array['topic-7'] else '{}' end as tags,
        array['Topic ' || tag] || case when n % 2 = 0 and tag <> 7 then array['Topic 7'] else '{}' end as titles
      from (select n, now() - make_interval(secs => (${posts} - n)::float8 / ${posts} * ${DAYS} * 86400) as at,
          case when n = ${posts} - 50 then 5 else 1 + floor(${channels} * power(random(), 2))::int end as channel, 1 + floor(${members} * random())::int as author,
          case when n % ${Math.floor(posts / RARE.posts)} = 0 then ${RARE.text} else floor(${TEXTS} * random())::int end as text,
          floor(40 * power(random(), 4))::int as likes, 1 + floor(${TAGS} * power(random(), 2))::int as tag
        from generate_series(1, ${posts}) n) x;
    alter table places add primary key (n); analyze places`,
  ];
  yield [
    'threads',
    `
    create temp table thread as
      select t.n, p.n as place, p.channel_id, p.id as post_id, t.text, bench_id('u' || t.author) as author_id, p.created_at + make_interval(secs => t.n % 86400) as created_at
      from (select n, 1 + floor(${posts} * random())::bigint as place, floor(${TEXTS} * random())::int as text, 1 + floor(${members} * random())::int as author
        from generate_series(1, ${comments - 1000}) n) t join places p on p.n = t.place
      order by p.created_at + make_interval(secs => t.n % 86400);
    create temp table counted as select p.*, coalesce(c.count, 0) + case when p.id = '${marks.post}' then 1000 else 0 end as comments
      from places p left join (select place, count(*)::int from thread group by place) c on c.place = p.n order by p.n`,
  ];
}

function* postsAndComments(): Steps {
  yield [
    'posts',
    `${indexesOf('posts')};
    insert into posts (channel_id, id, author_id, visibility, title, body, words, excerpt, tags, tag_titles, created_at, likes_count, comments_count, is_expert, lang, web_since, search)
      select p.channel_id, p.id, p.author_id, c.visibility, 'How ' || left(t.words, 40), t.body, t.words, left(t.words, 200), p.tags, p.titles, p.created_at,
        p.likes, p.comments, p.is_expert, bench_lang(p.n), case when c.web_since is not null and p.n % 5 = 0 then p.created_at end,
        t.post_words || community_lang_mark(bench_lang(p.n)) || array_to_tsvector(community_marks(p.channel_id, p.author_id, c.visibility, p.tags, p.created_at))
      from counted p join channels c on c.id = p.channel_id join texts t on t.n = p.text`,
  ];
  // One thread gets a thousand comments on three levels. The other comments are spread at random over all posts.
  yield [
    'the long thread',
    `${indexesOf('comments')};
    insert into comments (channel_id, post_id, id, parent_id, depth, author_id, visibility, body, words, created_at, likes_count, replies_count, lang, search)
      select p.channel_id, p.id, bench_id('k' || g.n),
        case when g.n > 400 then bench_id('k' || g.n - 400) end,
        case when g.n <= 400 then 0 when g.n <= 800 then 1 else 2 end, bench_id('u' || g.n), c.visibility, '<p>' || left(x.words, 160) || '</p>', left(x.words, 160),
        p.created_at + make_interval(mins => g.n), floor(30 * power(random(), 4))::int, case when g.n <= 400 then 1 when g.n between 401 and 600 then 1 else 0 end,
        bench_lang(g.n), x.comment_words || community_lang_mark(bench_lang(g.n)) || array_to_tsvector(community_marks(p.channel_id, bench_id('u' || g.n), c.visibility, '{}', p.created_at))
      from generate_series(1, 1000) g (n) join places p on p.id = '${marks.post}' join channels c on c.id = p.channel_id join texts x on x.n = g.n % ${TEXTS}`,
  ];
  yield [
    'other comments',
    `
    insert into comments (channel_id, post_id, id, author_id, visibility, body, words, created_at, likes_count, lang, search)
      select t.channel_id, t.post_id, uuidv7(t.created_at - now()), t.author_id, c.visibility, '<p>' || left(x.words, 160) || '</p>', left(x.words, 160), t.created_at,
        floor(12 * power(random(), 4))::int, bench_lang(t.n),
        x.comment_words || community_lang_mark(bench_lang(t.n)) || array_to_tsvector(community_marks(t.channel_id, t.author_id, c.visibility, '{}', t.created_at))
      from thread t join channels c on c.id = t.channel_id join texts x on x.n = t.text`,
  ];
  yield ['keys of comments', remake('comments')];
  yield [
    'signatures',
    `
    insert into answer_signatures (channel_id, comment_id, user_id, name, speciality, registration_number, registration_body, signed_at)
      select c.channel_id, c.id, d.user_id, f.display_name, d.speciality, d.registration_number, d.registration_body, c.created_at
      from comments c join practitioners d on d.user_id = c.author_id join community_profiles f on f.user_id = d.user_id`,
  ];
}

function* countsAndMarks(posts: number): Steps {
  yield [
    'counts',
    `
    update channels c set posts_count = (select count(*) from posts p where p.channel_id = c.id), members_count = (select count(*) from channel_members m where m.channel_id = c.id);
    insert into post_tags select p.channel_id, p.id, t, p.visibility, p.lang from posts p, unnest(p.tags) t;
    insert into tag_days select (p.created_at at time zone 'UTC')::date, t, p.visibility, count(*) from posts p, unnest(p.tags) t where p.created_at > now() - interval '30 days' group by 1, 2, 3;
    insert into tag_counts select tag, visibility, count(*) from post_tags group by 1, 2 on conflict (tag, visibility) do update set posts = excluded.posts;
    insert into community_lexicon select distinct word from lexicon where length(word) > 2 on conflict do nothing`,
  ];
  yield ['keys of posts', remake('posts')];
  yield [
    'what readers marked',
    `
    insert into post_marks (channel_id, post_id, user_id, read_at)
      select channel_id, id, bench_id('u' || 200 + n % 60), now() - interval '1 hour' from (select *, row_number() over () as r from places order by n desc limit 1000) p on conflict do nothing;
    insert into content_likes select p.channel_id, p.id, bench_id('u' || 200 + s.n % 60), now() from generate_series(1, ${Math.min(posts, 200_000)}) s (n) join places p on p.n = 1 + (s.n * 7) % ${posts} on conflict do nothing`,
  ];
  yield ['vacuum', 'vacuum (analyze)'];
}
