-- expands, no-transaction
create index concurrently appointments_country on appointments (country_target, created_at desc, id desc);
