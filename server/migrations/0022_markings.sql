-- What the doctor marks on the photos: brush, corrected face points, injection map, confirmed skin scores. Sealed with the version; null in
-- versions from before, whose seals do not name it.
alter table drafts add column markings jsonb;
