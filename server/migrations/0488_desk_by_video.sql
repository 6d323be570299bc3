-- expands
-- The desk of a clinic sees which visits take place by video.
grant select (is_video) on appointment_offers to app_desk;
