import { randomUUID } from 'node:crypto';
import { noMarkings } from '#contract/markings.ts';
import { somePlan, someRecipes, someScores } from '../a-case.ts';
import { all, everybody, signedIn, patientsOnly, doctorOnly, nowhere, nobody, shot, type Rows } from './callers.ts';

/** Cases, from the queue to the signature. */
export const simulationAnswers: Rows = {
  'simulation.listMyCases': { expected: signedIn },
  // Not signed yet: for its own patient, too, there is nothing to see.
  'simulation.getMySimulation': {
    input: ({ drafted }) => ({ case_id: drafted }),
    expected: all(404, { visitor: 401 }),
  },
  'caseFlow.listPractitionerLoad': { expected: all(403, { visitor: 401, practitioner: 200, admin: 200 }) },
  'caseFlow.assignCase': {
    input: ({ drafted }) => ({ case_id: drafted, practitioner_id: null }),
    // It is being worked on.
    expected: all(403, { visitor: 401, practitioner: 409, admin: 409 }),
  },
  'caseFlow.balanceCases': { expected: all(403, { visitor: 401, practitioner: 200, admin: 200 }) },
  'caseFlow.takeOverCase': {
    input: ({ drafted }) => ({ case_id: drafted, reason: 'holiday' }),
    expected: doctorOnly,
  },
  'caseFlow.requestPhotos': {
    input: ({ asking }) => ({ case_id: asking, poses: ['front'], reason: 'blurred' }),
    expected: doctorOnly,
  },
  'caseFlow.withdrawPhotoRequest': { input: ({ asking }) => ({ case_id: asking }), expected: doctorOnly },
  'caseFlow.getMyAllowance': { expected: patientsOnly },
  // The patient has an open case; the other one has no photos.
  'caseFlow.requestSimulation': {
    input: () => ({ idempotency_key: randomUUID() }),
    expected: all(403, { visitor: 401, patient: 409, other: 409 }),
  },
  // Not signed: its own patient hears so, others that it does not exist.
  'caseFlow.requestRedo': {
    input: ({ drafted }) => ({ case_id: drafted, wishes: 'softer', idempotency_key: randomUUID() }),
    expected: all(404, { visitor: 401, patient: 409 }),
  },
  'caseFlow.reopenCase': {
    input: ({ drafted }) => ({ case_id: drafted, reason: 'a wrong side' }),
    expected: all(403, { visitor: 401, practitioner: 409 }),
  },
  'caseFlow.saveCaseNote': {
    input: ({ drafted }) => ({ case_id: drafted, base_version: 0, body: 'thin skin' }),
    expected: doctorOnly,
  },
  'caseFlow.listDraftVersions': { input: ({ drafted }) => ({ case_id: drafted }), expected: doctorOnly },
  'caseFlow.getDraftVersion': { input: ({ drafted }) => ({ case_id: drafted, version: 1 }), expected: doctorOnly },
  'caseFlow.nameDraftVersion': {
    input: ({ drafted }) => ({ case_id: drafted, version: 1, name: 'softer' }),
    expected: doctorOnly,
  },
  'caseFlow.verifySignature': { input: () => ({ code: 'NOBODYHASTHISONE' }), expected: everybody },
  'caseFlow.listShareLinks': {
    input: ({ drafted }) => ({ case_id: drafted }),
    expected: all(404, { visitor: 401, patient: 200 }),
  },
  'caseFlow.createShareLink': {
    input: ({ drafted }) => ({ case_id: drafted, days: 7, idempotency_key: crypto.randomUUID() }),
    expected: all(404, { visitor: 401, patient: 409 }),
  },
  'caseFlow.revokeShareLink': { input: () => ({ link_id: nobody }), expected: all(404, { visitor: 401 }) },
  'caseFlow.getSharedSimulation': { input: () => ({ token: 'a-secret-that-nobody-has' }), expected: nowhere },
  'caseFlow.getPlanDocument': {
    input: ({ drafted }) => ({ case_id: drafted, language: 'fr' }),
    expected: all(404, { visitor: 401, single_factor: 403, unverified: 403, admin: 403 }),
  },
  'caseFlow.listMyPublished': { expected: signedIn },
  'simulation.listStudioCases': { expected: doctorOnly },
  'simulation.getStudioCase': { input: ({ drafted }) => ({ case_id: drafted }), expected: doctorOnly },
  'simulation.takeCase': { input: ({ drafted }) => ({ case_id: drafted }), expected: doctorOnly },
  'simulation.releaseCase': { input: ({ taken }) => ({ case_id: taken }), expected: doctorOnly },
  'simulation.saveSimulationDraft': {
    input: ({ drafted }) => ({
      case_id: drafted,
      base_version: 1,
      style: 'natural',
      recipes: someRecipes,
      plan: somePlan,
      markings: noMarkings(),
    }),
    expected: doctorOnly,
  },
  'simulation.uploadRendering': {
    form: (subjects) => shot(subjects, { case_id: subjects.drafted, version: '1', pose: 'front', style: 'natural' }),
    expected: doctorOnly,
  },
  // The first case is not signed, so nothing follows it.
  'simulation.getSkinFollowUp': {
    input: ({ drafted }) => ({ case_id: drafted }),
    expected: { ...doctorOnly, practitioner: 409 },
  },
  'simulation.signSkinFollowUp': {
    input: ({ drafted }) => ({
      case_id: drafted,
      photo_id: nobody,
      scores: someScores(),
      idempotency_key: randomUUID(),
    }),
    expected: { ...doctorOnly, practitioner: 409 },
  },
  'simulation.saveSkinScore': {
    input: ({ drafted }) => ({ case_id: drafted, scores: someScores() }),
    expected: doctorOnly,
  },
  'simulation.signAndPublish': {
    input: ({ signable, seal }) => ({ case_id: signable, version: 1, seal, idempotency_key: randomUUID() }),
    expected: doctorOnly,
  },
};
