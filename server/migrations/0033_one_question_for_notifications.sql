-- expands
-- The list behind the bell in one statement, with the number of what is unread: it speaks for the person while it runs, so row level security holds inside.
create function my_notifications(person uuid, only_unread boolean, before_at timestamptz, before_id uuid, most int) returns jsonb
  language plpgsql volatile as $$
begin
  perform set_config('role', 'app_user', true), set_config('request.user_id', person::text, true);
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(to_jsonb(page) order by page.at desc, page.id desc), '[]') from (
        select id, domain, kind, subject_id, actor_id, count, subject, path, at, read_at from notifications
        where user_id = person and (read_at is null or not only_unread)
          and (at, id) < (coalesce(before_at, 'infinity'), coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
        order by at desc, id desc limit most
      ) page
    ),
    'unread_count', (select count(*) from notifications where user_id = person and read_at is null)
  );
end $$;
revoke execute on function my_notifications(uuid, boolean, timestamptz, uuid, int) from public;
grant execute on function my_notifications(uuid, boolean, timestamptz, uuid, int) to flaira_app;
