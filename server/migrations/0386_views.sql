-- expands
-- Saved views of the inbox, in addition to the views of the list of appointments. Each person can have one default view
-- for the inbox and one for the list. An earlier release shows the views of the inbox as views of the list without a
-- filter.
alter table appointment_views add column place text not null default 'list' check (place in ('list', 'inbox'));

create table appointment_default_views (
  user_id    uuid        not null references users (id) on delete cascade,
  place      text        not null check (place in ('list', 'inbox')),
  view_id    uuid        not null references appointment_views (id) on delete cascade,
  primary key (user_id, place)
);
create index appointment_default_views_view on appointment_default_views (view_id);
grant select, insert, update, delete on appointment_default_views to app_staff;

-- Removes the search words from stored views. They are usually the name of a patient, and a view outlives the patient's
-- account.
update appointment_views set filter = filter - 'search' where filter ? 'search';
