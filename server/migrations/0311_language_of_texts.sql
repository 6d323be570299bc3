-- expands
-- The language of a text, detected when it is written, so that screen readers pronounce it correctly.

alter table posts add column lang text;                                       -- ISO 639-1; null: too short or unclear
alter table comments add column lang text;
