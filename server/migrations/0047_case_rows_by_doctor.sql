-- Staff used to read every case. From here on row level security asks who the doctor is and whose the case is (my_cases()). Every member of staff still
-- sees the rows of `cases`: number, plan, times and doctor, which the queue needs and which say nothing about anybody's health.

drop policy staff_works on cases;
create policy staff_works on cases for update to app_staff
  using (status in ('received', 'in_review') and ((select is_administrator()) or cares_for_case(id))) with check (true);

-- ── Rows of a case ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
do $$
declare
  guarded text;
begin
  foreach guarded in array array[
    'case_photos', 'drafts', 'renderings', 'case_events', 'photo_requests', 'redo_requests', 'case_credits', 'case_notes', 'draft_names',
    'case_messages', 'treatment_dates', 'outcome_checks'
  ] loop
    execute format('drop policy staff_reads on %I', guarded);
    execute format('create policy staff_reads on %I for select to app_staff using (cares_for_case(case_id))', guarded);
  end loop;
end $$;

drop policy staff_saves on drafts;
create policy staff_saves on drafts for insert to app_staff
  with check (saved_by::text = (select request_user_id()) and cares_for_case(case_id));
drop policy staff_renders on renderings;
create policy staff_renders on renderings for insert to app_staff with check (cares_for_case(case_id));
drop policy staff_clears on renderings;
create policy staff_clears on renderings for delete to app_staff using (cares_for_case(case_id)
  and not exists (select from signatures s where s.case_id = renderings.case_id and s.version = renderings.version));
drop policy staff_signs on signatures;
create policy staff_signs on signatures for insert to app_staff
  with check (practitioner_id::text = (select request_user_id()) and cares_for_case(case_id));
drop policy staff_signs on signature_photos;
create policy staff_signs on signature_photos for insert to app_staff with check (cares_for_case(case_id));
-- Administrators share out the work.
drop policy staff_notes on case_events;
create policy staff_notes on case_events for insert to app_staff
  with check (actor_id::text = (select request_user_id()) and ((select is_administrator()) or cares_for_case(case_id)));
drop policy staff_asks on photo_requests;
create policy staff_asks on photo_requests for insert to app_staff
  with check (requested_by::text = (select request_user_id()) and cares_for_case(case_id));
drop policy staff_withdraws on photo_requests;
create policy staff_withdraws on photo_requests for update to app_staff
  using (answered_at is null and cares_for_case(case_id)) with check (true);
drop policy staff_writes on case_notes;
create policy staff_writes on case_notes for insert to app_staff
  with check (saved_by::text = (select request_user_id()) and cares_for_case(case_id));
drop policy staff_rewrites on case_notes;
create policy staff_rewrites on case_notes for update to app_staff
  using (cares_for_case(case_id)) with check (saved_by::text = (select request_user_id()));
drop policy staff_names on draft_names;
create policy staff_names on draft_names for insert to app_staff
  with check (named_by::text = (select request_user_id()) and cares_for_case(case_id));
drop policy staff_renames on draft_names;
create policy staff_renames on draft_names for update to app_staff
  using (cares_for_case(case_id)) with check (named_by::text = (select request_user_id()));
drop policy staff_sends on case_messages;
create policy staff_sends on case_messages for insert to app_staff
  with check (author_id::text = (select request_user_id()) and is_staff and cares_for_case(case_id));
drop policy staff_read on case_messages;
create policy staff_read on case_messages for update to app_staff using (not is_staff and cares_for_case(case_id));

-- ── Rows of a patient ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Whoever cares for one case of a patient sees what the patient told and what was signed before: earlier photos and scores belong to the treatment.
drop policy staff_reads on signatures;
create policy staff_reads on signatures for select to app_staff
  using (exists (select from cases c where c.id = case_id and cares_for_patient(c.patient_id)));
drop policy staff_reads on signature_photos;
create policy staff_reads on signature_photos for select to app_staff
  using (exists (select from cases c where c.id = case_id and cares_for_patient(c.patient_id)));
drop policy staff_reads on skin_scores;
create policy staff_reads on skin_scores for select to app_staff using (cares_for_patient(patient_id));
drop policy staff_saves on skin_scores;
create policy staff_saves on skin_scores for insert to app_staff
  with check (saved_by::text = (select request_user_id()) and cares_for_case(case_id));
drop policy staff_changes on skin_scores;
create policy staff_changes on skin_scores for update to app_staff
  using (signed_at is null and cares_for_case(case_id)) with check (saved_by::text = (select request_user_id()));
drop policy staff_removes on skin_scores;
create policy staff_removes on skin_scores for delete to app_staff using (signed_at is null and cares_for_case(case_id));

drop policy staff_reads on answers;
create policy staff_reads on answers for select to app_staff using (user_id is not null and cares_for_patient(user_id));
drop policy staff_reads on patients;
create policy staff_reads on patients for select to app_staff using (cares_for_patient(user_id));
drop policy staff_reads on medical_histories;
create policy staff_reads on medical_histories for select to app_staff using (cares_for_patient(user_id));
drop policy staff_reads on expectation_screens;
create policy staff_reads on expectation_screens for select to app_staff using (cares_for_patient(user_id));
drop policy staff_reviews on expectation_screens;
create policy staff_reviews on expectation_screens for update to app_staff
  using (is_positive and cares_for_patient(user_id)) with check (reviewed_by::text = (select request_user_id()));
drop policy staff_reads on photos;
create policy staff_reads on photos for select to app_staff using (user_id is not null and cares_for_patient(user_id));
-- Portraits and pictures of communities are no medical photos.
drop policy staff_photos on photo_objects;
create policy staff_photos on photo_objects for all to app_staff using (
  bucket in ('avatars', 'community-assets')
  or exists (select from person_keys k where k.id = person_key_id
    and case when k.user_id ~ '^[0-9a-f-]{36}$' then cares_for_patient(k.user_id::uuid) else false end));
