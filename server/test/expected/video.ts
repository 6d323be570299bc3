import { randomUUID } from 'node:crypto';
import { VIDEO_CONSENT_VERSION } from '#contract/video.ts';
import { all, nobody, type Rows } from './callers.ts';

const onPage = { visit_id: nobody, page: randomUUID() };

/**
 * Expected responses of the procedures for video visits. No video visit exists here; the tests of the domain cover
 * them.
 */
export const videoAnswers: Rows = {
  // The time is in the past. Only the doctor in charge gets the refusal for this reason.
  'video.planVideoVisit': {
    input: ({ drafted }) => ({ case_id: drafted, planned_at: '2020-01-01T09:00:00.000Z' }),
    expected: all(404, { practitioner: 409 }),
  },
  'video.listCaseVideoVisits': {
    input: ({ drafted }) => ({ case_id: drafted }),
    expected: all(404, { practitioner: 200 }),
  },
  'video.listMyVideoVisits': {},
  'video.listDoctorVideoVisits': {},
  'video.getVideoVisit': { input: () => ({ visit_id: nobody }), expected: all(404) },
  'video.cancelVideoVisit': { input: () => ({ visit_id: nobody }), expected: all(404) },
  'video.consentToVideo': {
    input: () => ({ visit_id: nobody, version: VIDEO_CONSENT_VERSION, language: 'en' }),
    expected: all(404),
  },
  'video.enterVideoVisit': { input: () => onPage, expected: all(404) },
  'video.sendVideoSignal': {
    input: () => ({ ...onPage, to: randomUUID(), number: 1, signal: { kind: 'restart' } }),
    expected: all(404),
  },
  'video.takeVideoSignals': { input: () => ({ ...onPage, after: 0 }), expected: all(404) },
  'video.leaveVideoVisit': { input: () => onPage, expected: all(404) },
  'video.getVideoPictures': { input: () => ({ visit_id: nobody }), expected: all(404) },
};
