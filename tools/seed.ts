import { pino } from 'pino';
import { registerDomains } from '#server/app.ts';
import { createAccount, findUserByEmail } from '#server/domains/identity/index.ts';
import { listMyCases } from '#server/domains/simulation/index.ts';
import { readConfig } from '#server/platform/config/read-config.ts';
import type { Context } from '#server/platform/context.ts';
import { createPlatform } from '#server/platform/create-platform.ts';
import { prepareJobs } from '#server/platform/jobs/create-jobs.ts';
import { receiveNotice } from '#server/platform/payments/inbox.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { bringAgenda } from './demo/agenda.ts';
import { bringAppointments } from './demo/appointments.ts';
import { bringClinic } from './demo/clinics.ts';
import { type DemoClock, demoClock } from './demo/clock.ts';
import { seedCommunity } from './demo/community.ts';
import { noteDemoData } from './demo/mark.ts';
import { DAYS_SINCE_START, type DemoPatient, members, patients, staff } from './demo/people.ts';
import { seedDirectory } from './demo/practitioners.ts';
import { seedProducts, seedProgress } from './demo/progress.ts';
import { addExpressions, receivePatient, signedIn } from './demo/receive-patient.ts';
import { answerHealth, talkAboutCase } from './demo/talk-about-case.ts';
import { countVisits, subscribe } from './demo/subscribe.ts';
import { HOURS_SINCE_VISIT, recordVisit } from './demo/record-visit.ts';
import { beginCase, finishCase } from './demo/work-on-case.ts';

/**
 * Demo data: accounts of every role, and cases that are received, in review and published. Nearly all of it is made by
 * the same use cases as real data. It may run again, because existing data stay. It refuses to run in production.
 */
const config = readConfig();
if (config.nodeEnv === 'production') throw new Error('Demo data has no place in production.');
await prepareJobs(config.ownerUrl);
const clock = demoClock();
// This program only queues jobs. The service runs them after its next start.
const platform = createPlatform(
  { ...config, role: 'web' },
  {
    clock,
    log: pino({ level: 'silent' }),
    // Webhook events of the payment provider are processed here. The service does not listen yet, and a delivery over
    // HTTP would have today's date.
    carry: (body, signature) => receiveNotice(platform.context, body, signature),
  },
);
registerDomains(platform.context);
try {
  await platform.context.jobs.start();
  await seed(platform.context, clock);
  await noteDemoData(config.ownerUrl);
} finally {
  await platform.context.jobs.stop();
  await platform.context.db.destroy();
}

async function seed(ctx: Context, clock: DemoClock): Promise<void> {
  clock.stand(DAYS_SINCE_START * 24);
  for (const account of [...Object.values(staff), ...members]) {
    if (!(await findUserByEmail(ctx.db, account.email))) await createAccount(ctx, account);
  }
  const doctor = await findUserByEmail(ctx.db, staff.doctor.email);
  if (!doctor) throw new Error('the demo doctor is missing');
  await seedDirectory(ctx);
  clock.stand(0);
  for (const patient of patients) await bring(ctx, clock, doctor.id, patient);
  await seedCommunity(ctx, clock);
  await countVisits(ctx);
  const admin = await findUserByEmail(ctx.db, staff.admin.email);
  if (!admin) throw new Error('the demo administrator is missing');
  await bringAppointments(ctx, clock, admin.id);
  await bringClinic(ctx, admin.id);
  await bringAgenda(ctx, clock, admin.id, doctor.id);
  await seedProducts(ctx, admin.id);
  await seedProgress(ctx, clock);
}

/**
 * Adds one patient with a case. The clock is set back for each step of the case. If an earlier run stopped before the
 * signature, this run continues there.
 */
async function bring(ctx: Context, clock: DemoClock, doctorId: string, patient: DemoPatient): Promise<void> {
  const known = await findUserByEmail(ctx.db, patient.account.email);
  if (known && patient.stage !== 'published') return;
  clock.stand(patient.hoursSinceReceipt);
  const patientId = known?.id ?? (await receivePatient(ctx, patient));
  await subscribe(ctx, patientId, patient);
  const [row] = await listMyCases(ctx, patientId);
  if (!row || row.status === 'published') return;
  clock.stand(patient.hoursSinceReceipt * 0.95);
  if (!known) await answerWhileWaiting(ctx, patientId, patient);
  const doctor = signedIn(doctorId, 'practitioner');
  clock.stand(patient.hoursSinceReceipt * 0.6);
  if (patient.stage === 'in_review') await beginCase(ctx, doctor, patientId, patient);
  if (patient.stage === 'published') {
    const sign = async () => {
      const begun = await beginCase(ctx, doctor, patientId, patient);
      clock.stand(patient.hoursSinceReceipt / 2);
      await finishCase(ctx, doctor, begun, patient);
    };
    await sign().catch(unlessSomebodyElseHasIt);
    clock.stand(HOURS_SINCE_VISIT);
    await recordVisit(ctx, doctor, patientId).catch(unlessSomebodyElseHasIt);
    clock.stand(patient.hoursSinceReceipt / 2);
  }
  await talkAboutCase(ctx, doctor, patientId, patient);
  await ctx.outbox.drain();
}

async function answerWhileWaiting(ctx: Context, patientId: string, patient: DemoPatient): Promise<void> {
  await addExpressions(ctx, patientId, patient);
  await answerHealth(ctx, patientId, patient);
}

/**
 * Ignores the error if the service refused a change because a user of the demo has since taken or withdrawn the case.
 * Throws any other error, because it means that the demo data are wrong. For example, the service may have refused a
 * signature because a condition for signing was not met.
 */
function unlessSomebodyElseHasIt(error: unknown): void {
  if (!(error instanceof Refusal) || error.code === 'GATES_OPEN') throw error;
}
