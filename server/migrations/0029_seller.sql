-- Who issued an invoice, as the law wants it to stand there, as of its day; null on those of before.
alter table invoices add column seller jsonb;

alter table site_versions drop constraint site_versions_block_check;
alter table site_versions add constraint site_versions_block_check
  check (block in ('statistics', 'claims', 'testimonials', 'contact', 'social', 'seller'));
