-- expands
-- Communities and threads that can be read on the web without an account. The owner of the community and the author of the thread must both agree.

alter table channels add column web_since timestamptz;
alter table channels add constraint channels_on_web check (web_since is null or kind = 'community');
alter table posts add column web_since timestamptz;                           -- only answers from then on are shown: earlier ones were written for members
create index posts_on_web on posts (channel_id, id desc) where web_since is not null and state = 'visible';
