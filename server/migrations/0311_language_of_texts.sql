-- expands
-- The language of a text, found when it is written, so that screen readers read it out as it is meant.

alter table posts add column lang text;                                       -- ISO 639-1; null: too short or unclear
alter table comments add column lang text;
