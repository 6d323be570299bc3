import { randomUUID } from 'node:crypto';
import { someHistory } from '../a-case.ts';
import { all, patientsOnly, doctorOnly, nobody, type Rows } from './callers.ts';

const team = all(403, { visitor: 401, practitioner: 200, admin: 200 });
const doctorAndPatient = all(403, { visitor: 401, patient: 200, other: 404, practitioner: 200 });

/** What passes between patient and doctor. */
export const careAnswers: Rows = {
  'care.getMyMedicalHistory': { expected: patientsOnly },
  'care.saveMedicalHistory': { input: () => ({ history: someHistory() }), expected: patientsOnly },
  'care.getMyExpectations': { expected: patientsOnly },
  'care.answerExpectations': {
    input: () => ({ is_preoccupied: false, is_distressed: false, is_hindered: false, time_a_day: 'under_1h' }),
    expected: patientsOnly,
  },
  'care.reportUrgentSigns': {
    input: () => ({ signs: ['vision'], idempotency_key: randomUUID() }),
    expected: patientsOnly,
  },
  'care.listMyUrgentReports': { expected: patientsOnly },
  'care.listUrgentReports': { expected: team },
  'care.acknowledgeUrgentReport': {
    input: () => ({ report_id: nobody }),
    expected: all(403, { visitor: 401, practitioner: 404, admin: 404 }),
  },
  'care.settleUrgentReport': {
    input: () => ({ report_id: nobody, settlement: 'called' }),
    expected: all(403, { visitor: 401, practitioner: 404, admin: 404 }),
  },
  'care.listCaseMessages': {
    input: ({ drafted }) => ({ case_id: drafted }),
    expected: doctorAndPatient,
  },
  // In the free plan a doctor writes first.
  'care.postCaseMessage': {
    input: ({ drafted }) => ({ case_id: drafted, body: 'Good morning', idempotency_key: randomUUID() }),
    expected: { ...doctorAndPatient, patient: 403 },
  },
  'care.setTreatmentDate': {
    input: ({ drafted }) => ({ case_id: drafted, treated_on: '2026-11-19' }),
    expected: all(403, { visitor: 401, patient: 409, other: 404 }),
  },
  'care.getMyOutcomes': {
    input: ({ drafted }) => ({ case_id: drafted }),
    expected: all(403, { visitor: 401, patient: 200, other: 404 }),
  },
  'care.answerOutcomeCheck': {
    input: ({ drafted }) => ({ case_id: drafted, kind: 'two_weeks', match: 4, satisfaction: 5, events: [] }),
    expected: all(403, { visitor: 401, patient: 409, other: 404 }),
  },
  'care.getCaseBackground': { input: ({ drafted }) => ({ case_id: drafted }), expected: doctorOnly },
  'care.recordExpectationTalk': {
    input: ({ drafted }) => ({ case_id: drafted, note: 'We talked.' }),
    expected: doctorOnly,
  },
};
