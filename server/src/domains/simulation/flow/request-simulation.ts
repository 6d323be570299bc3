import type * as z from 'zod';
import type { caseFlow as contract } from '#contract/case-flow.ts';
import { Poses } from '#contract/intake.ts';
import { resolvePlan, simulationsLeft } from '#server/domains/billing/index.ts';
import { findUser, hasConsent } from '#server/domains/identity/index.ts';
import { listCurrentPhotos } from '#server/domains/intake/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem, withUser } from '#server/platform/db/db.ts';
import { once, requestHash } from '#server/platform/idempotency/once.ts';
import { Refusal } from '#server/platform/refusal.ts';
import * as cases from '../cases.queries.ts';
import { isKnownAdult, receiveCase } from '../open-case.ts';
import { tellAbout } from '../tell-about.ts';

type Allowance = z.output<NonNullable<(typeof contract.getMyAllowance)['~orpc']['outputSchema']>>;
type Requested = z.output<NonNullable<(typeof contract.requestSimulation)['~orpc']['outputSchema']>>;

const isOpen = ({ status }: cases.CaseRow): boolean => status === 'received' || status === 'in_review';
const living = (rows: readonly cases.CaseRow[]) => rows.filter(({ status }) => status !== 'withdrawn');

/**
 * Returns the number of simulations that the patient can still request. The first simulation needs no request, because
 * it starts automatically once the photos are there.
 */
export async function getMyAllowance(ctx: Context, patientId: string): Promise<Allowance> {
  const user = await findUser(ctx.db, patientId);
  const rows = living(await withUser(ctx.db, patientId, (tx) => cases.listOfPatient(tx, patientId)));
  const plan = resolvePlan(user?.plan);
  const now = ctx.clock.now();
  const left = simulationsLeft(plan, receipts(rows), now);
  return { included: simulationsLeft(plan, [], now), left, may_ask: left > 0 && rows.length > 0 && !rows.some(isOpen) };
}

const receipts = (rows: readonly cases.CaseRow[]): Date[] => rows.map(({ received_at }) => received_at);

/**
 * Opens another case with the newest photos. The patient's subscription plan must include another simulation, and no
 * other simulation of the patient may be in progress.
 */
export function requestSimulation(ctx: Context, patientId: string, key: string): Promise<Requested> {
  return withSystem(ctx.system, (tx) =>
    once(tx, { scope: patientId, key, hash: requestHash('request_simulation', {}) }, () => open(ctx, tx, patientId)),
  );
}

async function open(ctx: Context, tx: Tx, patientId: string): Promise<Requested> {
  const rows = living(await cases.listOfPatientForUpdate(tx, patientId));
  if (rows.some(isOpen)) throw new Refusal('ANOTHER_CASE_OPEN');
  const photos = await listCurrentPhotos(tx, patientId);
  const isComplete = Poses.every((pose) => photos.some((photo) => photo.pose === pose));
  if (!isComplete || !(await hasConsent(tx, { userId: patientId }, 'simulation')))
    throw new Refusal('PHOTOS_INCOMPLETE');
  if (!(await isKnownAdult(tx, patientId, ctx.clock.now()))) throw new Refusal('BIRTH_DATE_MISSING');
  const user = await findUser(tx, patientId);
  const left = simulationsLeft(resolvePlan(user?.plan), receipts(rows), ctx.clock.now());
  if (left === 0) throw new Refusal('NO_SIMULATION_LEFT');
  const row = await receiveCase(ctx, tx, patientId);
  // A missing row means that another call opened a case at the same moment.
  if (!row) throw new Refusal('ANOTHER_CASE_OPEN');
  await cases.replacePhotos(tx, row.id, photos);
  await tellAbout(ctx, tx, row);
  return { case_id: row.id, due_at: row.due_at.toISOString(), simulations_left: left - 1 };
}
