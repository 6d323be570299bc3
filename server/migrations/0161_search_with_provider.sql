-- expands, no-transaction
create index concurrently appointments_words on appointments using gin (search_keys(search || provider_search, created_at)) with (fastupdate = off);
