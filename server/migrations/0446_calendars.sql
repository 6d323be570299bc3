-- expands
-- Calendars of practitioners: when one was last taken in as a whole, and who may look after the addresses of a site.

-- An unchanged calendar is read again as a whole once a day all the same: its repetitions reach further then.
alter table busy_feeds add column filled_at timestamptz;
create unique index busy_feeds_address on busy_feeds (user_id, address);

create policy administrators_work on calendar_feeds to app_staff using ((select is_administrator())) with check ((select is_administrator()));
