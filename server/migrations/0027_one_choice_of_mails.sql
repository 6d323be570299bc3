-- Whether the communities write mails is one of the person's choices by topic and channel, and stands nowhere else.
insert into notification_choices (user_id, topic, channel, is_on)
  select user_id, 'community', 'email', false from community_profiles where not mails
  on conflict (user_id, topic, channel) do update set is_on = false;

alter table community_profiles drop column mails;
