import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import './care.table.ts';
import './events.ts';
import { careRouter } from './handlers.ts';
import { holdPayments } from './hold-payments.ts';
import { defineCareJobs } from './jobs.ts';
import { dateFromRecord } from './outcomes.ts';
import { careData } from './personal.ts';

export { acknowledgeUrgentReport, listUrgentReports, settleUrgentReport } from './answer-urgent-report.ts';
export { listCaseMessages, postCaseMessage } from './case-messages.ts';
export { answerExpectations, getMyExpectations, recordExpectationTalk } from './expectation-screen.ts';
export { getCaseBackground } from './get-case-background.ts';
export { getHistoryDraft, saveHistoryDraft } from './history-draft.ts';
export { saveMedicalHistory } from './medical-history.ts';
export { answerOutcomeCheck, getMyOutcomes, setTreatmentDate } from './outcomes.ts';
export { listMyUrgentReports, reportUrgentSigns, setUrgentPhone } from './report-urgent-signs.ts';

/**
 * Registers medical history, expectations, urgent signs, messages and outcomes. The function is called once, before the
 * service listens.
 */
export function register(ctx: Context) {
  ctx.personal.add(careData);
  defineCareJobs(ctx);
  ctx.outbox.on('care.talkChanged', ({ payload }) => holdPayments(ctx, payload.user_id), { name: 'care' });
  ctx.outbox.on('simulation.treatmentRecorded', ({ payload }) => dateFromRecord(ctx, payload), { name: 'care' });
  return { router: careRouter(ctx) } satisfies Registered;
}
