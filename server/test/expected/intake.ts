import { randomUUID } from 'node:crypto';
import { ConsentVersions } from '#contract/identity.ts';
import { someAnswers } from '../a-case.ts';
import { all, nobody, shot, type Rows } from './callers.ts';

const simulation = { purpose: 'simulation', version: ConsentVersions.simulation, language: 'en' };
const contact = {
  last_name: 'Moreau',
  first_name: 'Claire',
  email: 'claire@example.org',
  phone: '+33 612345678',
  birth_date: '1985-04-02',
  consent: true,
};

/** Expected responses of the procedures for leads, answers and photos. */
export const intakeAnswers: Rows = {
  'intake.startLead': { input: () => ({ lead_id: randomUUID(), consent: simulation }) },
  'intake.getLead': { input: () => ({ lead_id: nobody }), expected: all(404) },
  'intake.withdrawLead': { input: () => ({ lead_id: nobody }), expected: all(404) },
  'intake.uploadLeadPhoto': {
    form: (subjects) => shot(subjects, { lead_id: nobody, pose: 'front', is_verified: 'true' }),
    expected: all(404),
  },
  'intake.insertAnswers': { input: () => ({ lead_id: nobody, answers: someAnswers }), expected: all(404) },
  'intake.upsertLeadOpen': {
    input: () => ({ lead_id: nobody, ...contact, consents: [simulation] }),
    expected: all(404),
  },
  'intake.claimLeadSecure': {
    input: ({ ids }) => ({ lead_id: nobody, user_id: ids.patient }),
    expected: all(403, { visitor: 404, patient: 404 }),
  },
  // For a visitor without the cookie of one of the person's leads, nothing is attached. The answer is a success, because
  // a refusal would tell which sign-ups created an account.
  'intake.attachLeadFilesToUser': {
    input: ({ ids }) => ({ user_id: ids.patient }),
    expected: all(403, { visitor: 200, patient: 200 }),
  },
  'intake.getMyCurrentSet': {},
  // The other patient has not consented to a simulation.
  'intake.uploadUserPhoto': {
    form: (subjects) => shot(subjects, { pose: 'front', is_verified: 'true' }),
    expected: all(403, { patient: 200 }),
  },
  'intake.appendUserPhoto': {
    input: () => ({ pose: 'front', path: 'front-0.jpg' }),
    expected: all(404),
  },
};
