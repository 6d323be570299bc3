-- expands
-- The signed heads of the audit log. The heads themselves are files in the photo store. A row is written after its file, so a row without a file shows that
-- the file was removed.
create table audit_signed_heads (
  name      text    primary key,                                              -- of the file
  entry_id  bigint  not null,                                                 -- the entry that was the newest
  key       text    not null                                                  -- fingerprint of the key that signed it; heads of an earlier key do not count
);
create index audit_signed_heads_entry on audit_signed_heads (entry_id);

-- Only the jobs of the audit log write this table.
revoke insert, update, delete on audit_signed_heads from flaira_app;
revoke update on audit_signed_heads from app_system;
