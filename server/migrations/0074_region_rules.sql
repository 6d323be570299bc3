-- More regions, and two more blocks of the public site: the wording of the plans, and whom a consumer may turn to. The contract checks the values.
alter table site_versions drop constraint site_versions_region_check;
alter table site_versions add constraint site_versions_region_check
  check (region in ('global', 'FR', 'BE', 'CH', 'LU', 'CA', 'GB', 'DE', 'ES', 'IT', 'AE', 'US'));
alter table site_versions drop constraint site_versions_block_check;
alter table site_versions add constraint site_versions_block_check
  check (block in ('statistics', 'claims', 'testimonials', 'contact', 'social', 'plans', 'rights', 'seller'));

-- End of the period whose renewal was announced by mail (Code de la consommation, art. L215-1).
alter table subscriptions add column renewal_told_for timestamptz;
