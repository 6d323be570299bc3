import { randomUUID } from 'node:crypto';
import { noMarkings } from '#contract/markings.ts';
import { somePlan, someRecipes, someScores } from '../a-case.ts';
import { all, nobody, shot, type Rows } from './callers.ts';

const someRecord = {
  visit: null,
  treated_on: '2026-11-20',
  products: [],
  points: [
    { treatment: 'skincare', side: null, product: null, amount: null, unit: null, instrument: null, events: [] },
  ],
  events: [],
  note: '',
  photo_ids: [],
};

const clinicalRecord = {
  view: 'profile_right',
  taken_on: '2026-11-20',
  device: 'Nikon D7500, 60 mm',
  distance_cm: '90',
  light: 'flash',
};

/** Expected responses of the procedures for cases, from the queue to the signature. */
export const simulationAnswers: Rows = {
  'simulation.listMyCases': {},
  // The case is not signed yet, so even its own patient cannot see it.
  'simulation.getMySimulation': {
    input: ({ drafted }) => ({ case_id: drafted }),
    expected: all(404),
  },
  'caseFlow.listPractitionerLoad': {},
  'caseFlow.assignCase': {
    // A colleague may assign only unassigned cases, and this case has a doctor.
    input: ({ drafted, ids }) => ({ case_id: drafted, practitioner_id: ids.practitioner }),
    expected: all(200, { colleague: 409 }),
  },
  'caseFlow.balanceCases': {},
  'caseFlow.takeOverCase': {
    input: ({ drafted }) => ({ case_id: drafted, reason: 'covering', note: 'away until Monday' }),
  },
  'caseFlow.getLockedCase': { input: ({ drafted }) => ({ case_id: drafted }) },
  // The colleague gets emergency access (with a stated reason) to the case for an hour. The doctor in charge needs
  // none.
  'caseFlow.openCase': {
    input: ({ drafted }) => ({ case_id: drafted, reason: 'covering', note: 'away until Monday' }),
  },
  'caseFlow.endOpening': {
    input: () => ({ opening_id: nobody }),
    expected: all(404),
  },
  // The case is not signed yet, so nothing can be reopened.
  'caseFlow.askReopening': {
    input: ({ drafted }) => ({ case_id: drafted, note: 'left and right were mistaken' }),
    expected: all(409),
  },
  'caseFlow.listReopenings': {},
  'caseFlow.answerReopening': {
    input: () => ({ reopening_id: nobody, agrees: true }),
    expected: all(404),
  },
  'caseFlow.requestPhotos': {
    input: ({ asking }) => ({ case_id: asking, poses: ['front'], reason: 'blurred' }),
    expected: all(200, { colleague: 409 }),
  },
  'caseFlow.withdrawPhotoRequest': {
    input: ({ asking }) => ({ case_id: asking }),
    expected: all(200, { colleague: 409 }),
  },
  'caseFlow.getMyAllowance': {},
  // The patient has an open case, and the other patient has no photos.
  'caseFlow.requestSimulation': {
    input: () => ({ idempotency_key: randomUUID() }),
    expected: all(409),
  },
  // The service refuses the patient, because the case is not signed. For everyone else the case does not exist.
  'caseFlow.requestRedo': {
    input: ({ drafted }) => ({ case_id: drafted, wishes: 'softer', idempotency_key: randomUUID() }),
    expected: all(404, { patient: 409 }),
  },
  'caseFlow.reopenCase': {
    input: ({ drafted }) => ({ case_id: drafted, reason: 'a wrong side' }),
    expected: all(409),
  },
  'caseFlow.saveCaseNote': {
    input: ({ drafted }) => ({ case_id: drafted, base_version: 0, body: 'thin skin' }),
  },
  'caseFlow.listDraftVersions': { input: ({ drafted }) => ({ case_id: drafted }) },
  'caseFlow.getDraftVersion': { input: ({ drafted }) => ({ case_id: drafted, version: 1 }) },
  'caseFlow.nameDraftVersion': {
    input: ({ drafted }) => ({ case_id: drafted, version: 1, name: 'softer' }),
  },
  'caseFlow.verifySignature': { input: () => ({ code: 'NOBODYHASTHISONE' }) },
  'caseFlow.listShareLinks': {
    input: ({ drafted }) => ({ case_id: drafted }),
    expected: all(404, { patient: 200 }),
  },
  'caseFlow.createShareLink': {
    input: ({ drafted }) => ({ case_id: drafted, days: 7, idempotency_key: crypto.randomUUID() }),
    expected: all(404, { patient: 409 }),
  },
  'caseFlow.revokeShareLink': { input: () => ({ link_id: nobody }), expected: all(404) },
  'caseFlow.getSharedSimulation': { input: () => ({ token: 'a-secret-that-nobody-has' }), expected: all(404) },
  'caseFlow.getSignatureProof': { input: ({ drafted }) => ({ case_id: drafted }), expected: all(404) },
  'caseFlow.getPlanDocument': {
    input: ({ drafted }) => ({ case_id: drafted, language: 'fr' }),
    expected: all(404),
  },
  // The colleague opened the case for an hour in an earlier call.
  'caseFlow.exportCase': { input: ({ drafted }) => ({ case_id: drafted }) },
  'caseFlow.listMyPublished': {},
  'simulation.listStudioCases': {},
  'simulation.getStudioCase': {
    input: ({ drafted }) => ({ case_id: drafted }),
    expected: all(200, { colleague: 404 }),
  },
  'simulation.takeCase': { input: ({ drafted }) => ({ case_id: drafted }), expected: all(200, { colleague: 409 }) },
  'simulation.releaseCase': { input: ({ taken }) => ({ case_id: taken }), expected: all(200, { colleague: 409 }) },
  'simulation.saveSimulationDraft': {
    input: ({ drafted }) => ({
      case_id: drafted,
      base_version: 1,
      style: 'natural',
      recipes: someRecipes,
      plan: somePlan,
      markings: noMarkings(),
    }),
    expected: all(200, { colleague: 409 }),
  },
  // The rendering does not belong to this case.
  'simulation.seeRendering': {
    input: ({ drafted }) => ({ case_id: drafted, rendering_id: nobody }),
    expected: all(404, { colleague: 409 }),
  },
  'simulation.acceptMark': {
    input: ({ drafted }) => ({ case_id: drafted, rendering_id: nobody, mark: 0, is_accepted: true }),
    expected: all(404, { colleague: 409 }),
  },
  'simulation.uploadRendering': {
    form: (subjects) => shot(subjects, { case_id: subjects.drafted, version: '1', pose: 'front', style: 'natural' }),
    expected: all(200, { colleague: 409 }),
  },
  // The drafted case is not signed, so it has no follow-up.
  'simulation.getSkinFollowUp': {
    input: ({ drafted }) => ({ case_id: drafted }),
    expected: all(409, { colleague: 404 }),
  },
  'simulation.signSkinFollowUp': {
    input: ({ drafted }) => ({
      case_id: drafted,
      photo_id: nobody,
      scores: someScores(),
      idempotency_key: randomUUID(),
    }),
    expected: all(409, { colleague: 404 }),
  },
  'simulation.saveSkinScore': {
    input: ({ drafted }) => ({ case_id: drafted, scores: someScores() }),
    expected: all(200, { colleague: 409 }),
  },
  'simulation.signAndPublish': {
    input: ({ signable, seal }) => ({
      case_id: signable,
      version: 1,
      seal,
      idempotency_key: randomUUID(),
      proof: { kind: 'password' },
    }),
    // No caller has entered the password and a code in this session.
    expected: all(403),
  },
  'simulation.getSigningKeys': {},
  // Nothing is signed yet, so no visit can have been carried out.
  'treatmentRecords.getCaseRecords': {
    input: ({ drafted }) => ({ case_id: drafted }),
    expected: all(409),
  },
  'treatmentRecords.recordTreatment': {
    input: ({ drafted }) => ({ case_id: drafted, record: someRecord, plan_version: 1, idempotency_key: randomUUID() }),
    expected: all(409),
  },
  'treatmentRecords.correctTreatment': {
    input: ({ drafted }) => ({
      case_id: drafted,
      record_id: nobody,
      base_version: 1,
      correction: 'a wrong lot',
      record: someRecord,
      idempotency_key: randomUUID(),
    }),
    expected: all(404),
  },
  'treatmentRecords.uploadTreatmentPhoto': {
    form: (subjects) => shot(subjects, { case_id: subjects.drafted }),
    expected: all(409),
  },
  'clinicalPhotos.getClinicalSet': { input: ({ drafted }) => ({ case_id: drafted }) },
  'clinicalPhotos.chooseClinicalSet': { input: ({ drafted }) => ({ case_id: drafted, taken_by: null }) },
  // No series of clinical photos was chosen before.
  'clinicalPhotos.uploadClinicalPhoto': {
    form: (subjects) => shot(subjects, { case_id: subjects.drafted, ...clinicalRecord }),
    expected: all(409),
  },
  'clinicalPhotos.getMyClinicalSets': {},
  'clinicalPhotos.uploadMyClinicalPhoto': {
    form: (subjects) => shot(subjects, { case_id: subjects.drafted, ...clinicalRecord }),
    expected: all(404, { patient: 409 }),
  },
  'treatmentRecords.getMyPassport': {},
  'treatmentRecords.getPassportDocument': { input: () => ({ language: 'en' }), expected: all(404) },
  'treatmentRecords.findLot': { input: () => ({ lot: 'C7654' }) },
  'treatmentRecords.exportLot': { input: () => ({ lot: 'C7654' }) },
};
