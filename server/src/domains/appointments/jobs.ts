import * as z from 'zod';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { lapseAlternatives } from './alternatives/lapse-alternatives.ts';
import { announceEnding, announceFailed } from './announce-offers.ts';
import { announceUnable } from './announce-unable.ts';
import { announceUnread } from './announce-unread.ts';
import { lapseOffers } from './lapse-offers.ts';
import { foldTallies } from './list-appointments.queries.ts';
import { expireReviews } from './reviews/expire-reviews.ts';
import { sendReminders } from './remind.ts';
import { sendSmsReminders } from './remind-by-sms.ts';
import { offerFreedTimes } from './waiting/offer-freed.ts';
import { SETTLE_JOB, SettleChange, settleChange } from './settle-change.ts';
import { endWaitsWithoutPractitioner } from './waiting/end-without-practitioner.ts';
import { endOverWaits, settleWaitOffers } from './waiting/settle-offers.ts';
import { tellWaitOffers, textWaitOffers } from './waiting/tell-offer.ts';

const Nothing = z.object({});

export function defineAppointmentJobs(ctx: Context): void {
  const every = (name: string, cron: string, work: () => Promise<unknown>) =>
    ctx.jobs.define(`appointments.${name}`, Nothing, async () => void (await work()), { cron });
  every('lapseOffers', '* * * * *', () => lapseOffers(ctx));
  every('lapseAlternatives', '* * * * *', () => lapseAlternatives(ctx));
  ctx.jobs.define(WAITING_LIST_JOB, Nothing, () => runWaitingList(ctx), { cron: '* * * * *' });
  every('announceEnding', '*/5 * * * *', () => announceEnding(ctx));
  every('announceFailed', '*/5 * * * *', () => announceFailed(ctx));
  every('announceUnread', '*/15 * * * *', () => announceUnread(ctx));
  every('announceUnable', '*/10 * * * *', () => announceUnable(ctx));
  every('expireReviews', '* * * * *', () => expireReviews(ctx));
  every('sendReminders', '*/5 * * * *', () => sendReminders(ctx));
  if (ctx.sms.isOn) every('sendSmsReminders', '*/5 * * * *', () => sendSmsReminders(ctx));
  ctx.jobs.define(SETTLE_JOB, SettleChange, async (change) => {
    await settleChange(ctx, change);
    // A cancelled time may be offered to the waiting list now that the cancellation can no longer be undone.
    await startWaitingList(ctx);
  });
  every('foldTallies', '*/10 * * * *', () => withSystem(ctx.system, foldTallies));
}

const WAITING_LIST_JOB = 'appointments.waitingList';

/**
 * Starts the job of the waiting list within seconds, instead of at the next full minute. The queue keeps at most one
 * such job waiting, so many times that become free together start one run. This is a job and not a handler of the
 * outbox, because a long waiting list would delay the other events.
 */
export const startWaitingList = async (ctx: Context): Promise<void> =>
  void (await ctx.jobs.send(ctx.db, WAITING_LIST_JOB, {}, { key: 'now' }));

/**
 * Runs the waiting list every minute, and soon after each call of `startWaitingList`. Because of the order of the
 * steps, a patient whose offer has just lapsed can get the next offer in the same run. An error in one step does not
 * prevent the next ones: a patient who is not notified of an offer would lose the held time.
 */
const runWaitingList = (ctx: Context): Promise<void> =>
  oneByOne(
    ctx.log,
    [
      { id: 'settle', run: () => settleWaitOffers(ctx) },
      { id: 'end_over', run: () => endOverWaits(ctx) },
      { id: 'end_without_practitioner', run: () => endWaitsWithoutPractitioner(ctx) },
      { id: 'offer', run: () => offerFreedTimes(ctx) },
      { id: 'tell', run: () => tellWaitOffers(ctx) },
      { id: 'text', run: () => textWaitOffers(ctx) },
    ],
    ({ run }) => run(),
  );
