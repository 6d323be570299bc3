-- expands
-- Calendars of practitioners: the time of the last complete import, and the administrators' right to manage the
-- calendar addresses of a site.

-- Once a day the service reads an unchanged calendar completely, because its repeating events are then computed further
-- into the future.
alter table busy_feeds add column filled_at timestamptz;
create unique index busy_feeds_address on busy_feeds (user_id, address);

create policy administrators_work on calendar_feeds to app_staff using ((select is_administrator())) with check ((select is_administrator()));
