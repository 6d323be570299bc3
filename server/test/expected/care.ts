import { randomUUID } from 'node:crypto';
import { someHistory } from '../a-case.ts';
import { all, nobody, type Rows } from './callers.ts';

/** Expected responses of the procedures for care between patient and doctor. */
export const careAnswers: Rows = {
  'care.getMyMedicalHistory': {},
  'care.saveMedicalHistory': { input: () => ({ history: someHistory() }) },
  'care.getHistoryDraft': {},
  'care.saveHistoryDraft': { input: () => ({ answers: { herpes: { answer: 'yes', details: 'Twice a year' } } }) },
  'care.getMyExpectations': {},
  'care.answerExpectations': {
    input: () => ({ is_preoccupied: false, is_distressed: false, is_hindered: false, time_a_day: 'under_1h' }),
  },
  'care.reportUrgentSigns': {
    input: () => ({ signs: ['vision'], idempotency_key: randomUUID() }),
  },
  'care.setUrgentPhone': { input: () => ({ report_id: nobody, phone: '06 12 34 56 78' }), expected: all(404) },
  'care.listMyUrgentReports': {},
  'care.listUrgentReports': {},
  'care.acknowledgeUrgentReport': {
    input: () => ({ report_id: nobody }),
    expected: all(404),
  },
  'care.settleUrgentReport': {
    input: () => ({ report_id: nobody, settlement: 'called' }),
    expected: all(404),
  },
  'care.listCaseMessages': {
    input: ({ drafted }) => ({ case_id: drafted }),
    expected: all(200, { other: 404, moderator: 404 }),
  },
  // In the free plan, the patient may write to the doctor only after the doctor has written.
  'care.postCaseMessage': {
    input: ({ drafted }) => ({ case_id: drafted, body: 'Good morning', idempotency_key: randomUUID() }),
    expected: all(200, { patient: 403, other: 404, moderator: 404 }),
  },
  'care.setTreatmentDate': {
    input: ({ drafted }) => ({ case_id: drafted, treated_on: '2026-11-19' }),
    expected: all(404, { patient: 409 }),
  },
  'care.getMyOutcomes': {
    input: ({ drafted }) => ({ case_id: drafted }),
    expected: all(404, { patient: 200 }),
  },
  'care.answerOutcomeCheck': {
    input: ({ drafted }) => ({ case_id: drafted, kind: 'two_weeks', match: 4, satisfaction: 5, events: [] }),
    expected: all(404, { patient: 409 }),
  },
  'care.getCaseBackground': { input: ({ drafted }) => ({ case_id: drafted }) },
  'care.listImportedPhotos': { input: ({ drafted }) => ({ case_id: drafted }) },
  'care.recordExpectationTalk': {
    input: ({ drafted }) => ({ case_id: drafted, note: 'We talked.' }),
  },
};
