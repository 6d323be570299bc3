-- Which topics are busy is read from the busiest tags of each of the seven days, however many tags there are; those that come out on top are then counted
-- exactly.
create index tag_days_busiest on tag_days (visibility, day, posts desc, tag);

create or replace function busiest_topics(readable text[], muted text[], moment timestamptz, most int) returns table (id text, title text, posts_last7 int)
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
