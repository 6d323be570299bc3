-- A person may read the signed-in area and their mails in eleven languages; a consent says in which it was read.

alter table users drop constraint users_language_check,
  add constraint users_language_check check (language in ('en', 'fr', 'zh', 'ja', 'it', 'de', 'es', 'ko', 'pt', 'ru', 'ar'));
alter table consents drop constraint consents_language_check,
  add constraint consents_language_check check (language in ('en', 'fr', 'zh', 'ja', 'it', 'de', 'es', 'ko', 'pt', 'ru', 'ar'));
