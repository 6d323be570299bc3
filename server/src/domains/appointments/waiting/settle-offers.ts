import { WaitLimits } from '#contract/waiting-list.ts';
import { listSites } from '#server/domains/bookings/index.ts';
import { findUser, mailPerson } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { tellChange } from '../history.ts';
import { endWait, findOpenForUpdate, type Wait } from './waits.queries.ts';

type Outcome = 'taken' | 'lapsed' | 'declined';

/** The outcome for each state in which an offer can end. Of these outcomes, only `lapsed` can pause the wait. */
const outcomeOf = {
  paid: 'taken',
  agreed: 'taken',
  expired: 'lapsed',
  withdrawn: 'declined',
} as const satisfies Record<string, Outcome>;

/**
 * Stores the outcome of each offer of the waiting list that has ended: the patient took or declined the offered time,
 * or the offer expired.
 */
export async function settleWaitOffers(ctx: Context): Promise<void> {
  const ended = await withSystem(ctx.system, (tx) =>
    tx
      .selectFrom('appointment_wait_offers as kept')
      .innerJoin('appointment_offers as o', 'o.id', 'kept.offer_id')
      .select(['kept.offer_id as id', 'kept.wait_id', 'o.appointment_id', 'o.state'])
      .where('kept.outcome', 'is', null)
      .where('o.state', 'in', ['paid', 'agreed', 'expired', 'withdrawn'])
      .orderBy('kept.offered_at')
      .limit(500)
      .execute(),
  );
  await oneByOne(ctx.log, ended, ({ id: offer_id, state, ...of }) =>
    withSystem(ctx.system, (tx) =>
      settle(ctx, tx, { ...of, offer_id, outcome: outcomeOf[state as keyof typeof outcomeOf] }),
    ),
  );
}

interface Ended {
  readonly offer_id: string;
  readonly appointment_id: string;
  readonly wait_id: string;
  readonly outcome: Outcome;
}

async function settle(ctx: Context, tx: Tx, { offer_id, appointment_id, wait_id, outcome }: Ended): Promise<void> {
  const wait = await findOpenForUpdate(tx, wait_id);
  const settled = await tx
    .updateTable('appointment_wait_offers')
    .set({ outcome })
    .where('offer_id', '=', offer_id)
    .where('outcome', 'is', null)
    .executeTakeFirst();
  if (!wait || !settled.numUpdatedRows) return;
  if (outcome === 'taken') await endWait(tx, wait_id, 'taken', ctx.clock.now());
  if (outcome === 'lapsed') await countLapse(ctx, tx, wait);
  await tellChange(ctx, tx, { id: appointment_id, patient_id: wait.patient_id });
}

/**
 * Counts a lapsed offer. After the second lapsed offer the wait is paused until the patient resumes it, because a held
 * time is blocked for all other patients.
 */
async function countLapse(ctx: Context, tx: Tx, { id, patient_id, lapses }: Wait): Promise<void> {
  const now = ctx.clock.now();
  const isPaused = lapses + 1 >= WaitLimits.lapses;
  await tx
    .updateTable('appointment_waits')
    .set({ lapses: lapses + 1, paused_at: isPaused ? now : null, updated_at: now })
    .where('id', '=', id)
    .execute();
  const patient = isPaused ? await findUser(tx, patient_id) : undefined;
  if (!patient) return;
  await mailPerson(ctx, tx, patient, 'wait_paused', { path: '/dashboard', key: `wait_paused:${id}:${now.getTime()}` });
}

/**
 * Ends waits whose last day is over in the patient's time zone and at every site of the wait. The last day is a day at
 * the site. For a patient who lives east of the site, the day ends earlier, but the site can still have a free time.
 */
export async function endOverWaits(ctx: Context): Promise<void> {
  // Kiritimati is fourteen hours ahead of UTC, so this query finds every wait whose last day may be over somewhere.
  // `endIfOver` then checks the day in the time zones of the patient and of the sites.
  const over = await withSystem(ctx.system, (tx) =>
    tx
      .selectFrom('appointment_waits')
      .select('id')
      .where('ended_at', 'is', null)
      .where('last_day', '<', dayIn(ctx.clock.now(), 'Pacific/Kiritimati'))
      .orderBy('last_day')
      .execute(),
  );
  await oneByOne(ctx.log, over, ({ id }) => withSystem(ctx.system, (tx) => endIfOver(ctx, tx, id)));
}

async function endIfOver(ctx: Context, tx: Tx, id: string): Promise<void> {
  const wait = await findOpenForUpdate(tx, id);
  if (!wait) return;
  const { service_id, site_id, last_day, zone } = wait;
  const service = tx.selectFrom('clinic_services').select('clinic_id').where('id', '=', service_id);
  const { clinic_id } = await service.executeTakeFirstOrThrow();
  const sites = await listSites(tx, clinic_id, site_id ?? undefined);
  const zones = [zone, ...sites.map(({ timezone }) => timezone)];
  const now = ctx.clock.now();
  if (zones.every((one) => last_day < dayIn(now, one))) await endWait(tx, id, 'over', now);
}

const dayIn = (at: Date, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString();
