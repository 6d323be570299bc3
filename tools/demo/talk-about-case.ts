import { randomUUID } from 'node:crypto';
import { HistoryQuestions, type MedicalHistory } from '#contract/care.ts';
import { answerExpectations, postCaseMessage, saveMedicalHistory } from '#server/domains/care/index.ts';
import { listMyCases } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import type { DemoPatient } from './people.ts';
import { signedIn } from './receive-patient.ts';

type Questions = MedicalHistory['questions'];
const nothing = Object.fromEntries(
  HistoryQuestions.map((question) => [question, { answer: 'no', details: '' }]),
) as Questions;

const histories: Partial<Record<DemoPatient['stage'], MedicalHistory>> = {
  published: { questions: { ...nothing, herpes: { answer: 'yes', details: 'Once or twice a year' } }, medicines: '' },
  in_review: {
    questions: {
      ...nothing,
      anticoagulants: { answer: 'yes', details: 'Aspirin 75 mg since 2024' },
      earlier_fillers: { answer: 'unsure', details: '' },
    },
    medicines: 'Aspirin',
  },
};

/**
 * Saves the patient's answers to the health questions, if the case is in review or published. If it is published, also
 * saves the answers to the questions about expectations.
 */
export async function answerHealth(ctx: Context, patientId: string, { stage }: DemoPatient): Promise<void> {
  const history = histories[stage];
  if (history) await saveMedicalHistory(ctx, patientId, history);
  if (stage !== 'published') return;
  const calm = { is_preoccupied: false, is_distressed: false, is_hindered: false, time_a_day: 'under_1h' } as const;
  await answerExpectations(ctx, patientId, calm);
}

/** Adds a first exchange of messages with the doctor, if the simulation is signed. */
export async function talkAboutCase(
  ctx: Context,
  doctor: SignedIn,
  patientId: string,
  { stage }: DemoPatient,
): Promise<void> {
  if (stage !== 'published') return;
  const [row] = await listMyCases(ctx, patientId);
  if (!row) return;
  const say = (from: SignedIn, body: string) =>
    postCaseMessage(ctx, from, { case_id: row.id, body, idempotency_key: randomUUID() });
  await say(doctor, 'Hello Alice, your plan is signed. Take your time, and write to me if anything is unclear.');
  await say(signedIn(patientId, 'patient'), 'Thank you! Is the laser painful?');
}
