-- What the automatic check found on a picture, with who accepted each mark and when. Null where a picture was stored before there was a check.
alter table renderings add column marks jsonb check (jsonb_typeof(marks) = 'array');
grant update (marks) on renderings to app_staff;
