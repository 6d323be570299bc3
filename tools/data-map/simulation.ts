import type { Notes } from './terms.ts';

export const simulation: Notes = {
  cases: {
    why: 'One request for a simulation',
    columns: {
      practitioner_id: 'who works on it',
      assigned_to: 'whom it is meant for',
      taken_at: 'when a doctor took it',
      published_at: 'when the patient could see it',
      waits_since: 'since when the doctor waits for photos',
    },
  },
  case_photos: { why: 'The photos the doctor works on' },
  drafts: {
    why: 'What the doctor prepares, version by version',
    columns: {
      recipes: 'doses by treatment and style',
      plan: 'the treatment plan',
      markings: 'brush, corrected face points, injection points',
    },
  },
  draft_names: {
    why: 'Versions the doctor wants to find again',
    columns: { named_by: 'who named it', named_at: 'when it was named' },
  },
  renderings: {
    why: 'The simulated pictures; the pictures themselves lie sealed in the object store',
    columns: {
      input_hash: 'of what the picture was made',
      seen_at: 'when the doctor saw it at full size',
      seen_by: 'who saw it',
      marks: 'places that the automatic check found, and who accepted each of them when',
    },
  },
  signatures: {
    why: 'Who signed what',
    columns: {
      seal: 'the hash over pictures, plan and score',
      method: 'how the doctor confirmed it',
      proof: 'the doctor’s passkey over the seal',
      verification_code: 'lets whoever holds it ask whether the signature stands',
    },
  },
  signature_timestamps: {
    why: 'Proof of when a plan was signed, from an independent timestamp service. The service learns the hash and nothing else',
    columns: {
      token: 'the timestamp over the seal',
      chain: 'the certificates it checks with',
      authority: 'who stamped it',
      stamped_at: 'when',
    },
  },
  treatment_records: {
    why: 'What was done at a visit, so that the next doctor knows it and a recalled lot finds its patients',
    columns: {
      version: 'a correction is the next one',
      plan_version: 'the signed plan it was compared with',
      visit: 'which visit of that plan',
      treated_on: 'the day',
      products: 'product, manufacturer, lot and last day of use',
      points: 'where how much of which product went, and what happened there',
      events: 'what else happened at once',
      note: 'the doctor’s words',
      photo_ids: 'photos of the visit',
      correction: 'why it was corrected',
      recorded_by: 'who recorded it',
      recorded_at: 'when it was recorded',
      seal: 'the hash over all of it',
      verification_code: 'lets whoever holds it ask whether the record stands',
      lots: 'the lots once more, spelt alike',
    },
  },
  treatment_photos: {
    why: 'Photos of a visit',
    columns: { sha256: 'the hash of the picture', uploaded_by: 'who added it' },
  },
  signature_photos: { why: 'The photos a signature covers' },
  case_events: { why: 'What happened to a case, for the doctor', columns: { kind: 'what happened' } },
  case_steps: {
    why: 'How far the doctor’s work has come, for the patient who waits',
    columns: { kind: 'which step', at: 'when it was last reached' },
  },
  case_openings: {
    why: 'A doctor who is not in charge opened the case',
    columns: {
      opened_by: 'who',
      opened_at: 'when, by the clock of the service',
      reason: 'why, from a list',
      note: 'why, in their words',
      ended_by: 'who ended it before its time',
      recorded_at: 'when it was opened, by the clock of the database',
    },
  },
  case_reopenings: {
    why: 'Two people decide whether a signed case is reopened',
    columns: {
      asked_by: 'who asks',
      asked_at: 'when',
      asked_as: 'as a doctor or as an administrator',
      note: 'why',
      answered_by: 'who agreed or declined',
      is_agreed: 'which of the two',
    },
  },
  case_notes: { why: 'What a doctor notes for themselves or a colleague' },
  photo_requests: {
    why: 'A doctor asks for better photos',
    columns: { poses: 'which', requested_by: 'who asks', answered_at: 'when they came' },
  },
  redo_requests: { why: 'The patient asks for another version', columns: { wishes: 'what should be different' } },
  case_credits: {
    why: 'Another version, because a promise was not kept',
    columns: { granted_at: 'when it was given' },
  },
  due_warnings: { why: 'That a promise was reminded of once, and no more' },
  share_links: {
    why: 'Links by which the patient shows pictures to others',
    columns: {
      token_hash: 'checks the link',
      label: 'whom it is for, in the patient’s words',
      revoked_at: 'when it was ended',
      views: 'how often it was opened',
      last_seen_at: 'when it was last opened',
    },
  },
  skin_scores: {
    why: 'Six values measured on a photo and confirmed by a doctor',
    columns: { photo_taken_at: 'when the photo was taken', scores: 'the six values', overall: 'their mean' },
  },
};
