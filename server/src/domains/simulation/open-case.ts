import { dueAt, resolvePlan, simulationsLeft } from '#server/domains/billing/index.ts';
import { isAdult } from '#contract/age.ts';
import { findBirthDate, findUser, hasConsent } from '#server/domains/identity/index.ts';
import { listCurrentPhotos } from '#server/domains/intake/index.ts';
import { Poses } from '#contract/intake.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import * as cases from './cases.queries.ts';
import { receivePhotos, refreshPhotos } from './flow/receive-photos.ts';

/**
 * Opens a patient's first case, or a case in place of a withdrawn one, when the patient has a confirmed email address,
 * is known to be an adult, has given consent and has a photo of every pose. Call this function whenever one of these
 * conditions may have become true. More frequent calls are harmless. A case that waits for a doctor gets the newer
 * photos. After a doctor has taken the case, its photos change only if the doctor requested new photos. After the
 * signature they do not change.
 *
 * @param isConsentNew whether the patient has just given the consent
 */
export const openCaseWhenReady = (
  ctx: Context,
  userId: string,
  { isConsentNew = false }: { readonly isConsentNew?: boolean } = {},
): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    // The lock is taken before the photos are read. Otherwise a slower call could replace newer photos of the case with
    // older ones.
    await cases.lockCasesOf(tx, userId);
    const all = await cases.listOfPatientForUpdate(tx, userId);
    const living = all.filter(({ status }) => status !== 'withdrawn');
    const photos = await listCurrentPhotos(tx, userId);
    const isReady = Poses.every((pose) => photos.some((photo) => photo.pose === pose));
    if (!isReady || !(await hasConsent(tx, { userId }, 'simulation'))) return;
    const waiting = living.find(({ status }) => status === 'received');
    const worked = living.find(({ status }) => status === 'in_review');
    if (worked) await receivePhotos(ctx, tx, worked, photos);
    const begins = isFirst(all) || (isConsentNew && (await mayReplace(ctx, tx, userId, all)));
    const received = begins ? await receiveCase(ctx, tx, userId) : waiting;
    if (!received) return;
    await refreshPhotos(ctx, tx, received, photos);
  });

const isFirst = (all: readonly cases.CaseRow[]): boolean => all.every(({ status }) => status === 'withdrawn');

/**
 * Returns whether a new consent opens a case in place of the newest one. The patient must have withdrawn the consent
 * before this newest case was signed, and the older cases must be signed. The plan must include another simulation. A
 * later photo or a better plan does not open such a case, because the patient would use up a simulation without a
 * request.
 */
async function mayReplace(ctx: Context, tx: Tx, userId: string, all: readonly cases.CaseRow[]): Promise<boolean> {
  const living = all.filter(({ status }) => status !== 'withdrawn');
  const newest = all.reduce((one, other) => (other.received_at > one.received_at ? other : one));
  if (newest.status !== 'withdrawn' || living.some(({ status }) => status !== 'published')) return false;
  const receipts = living.map(({ received_at }) => received_at);
  return simulationsLeft(resolvePlan((await findUser(tx, userId))?.plan), receipts, ctx.clock.now()) > 0;
}

/**
 * Returns whether the patient is known to be an adult. If the birth date is missing, no doctor may sign, so no delivery
 * time may begin.
 */
export async function isKnownAdult(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const birthDate = await findBirthDate(tx, userId);
  return birthDate !== null && isAdult(birthDate, now);
}

export async function receiveCase(ctx: Context, tx: Tx, userId: string): Promise<cases.CaseRow | undefined> {
  const user = await findUser(tx, userId);
  const now = ctx.clock.now();
  if (!user?.email_verified || user.role !== 'patient' || !(await isKnownAdult(tx, userId, now))) return undefined;
  const plan = resolvePlan(user.plan);
  const row = await cases.insert(tx, { patient_id: userId, plan, received_at: now, due_at: dueAt(plan, now) });
  if (row) await cases.insertEvent(tx, row.id, 'received', null, now);
  return row;
}
