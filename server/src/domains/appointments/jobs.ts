import * as z from 'zod';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { lapseAlternatives } from './alternatives/lapse-alternatives.ts';
import { announceEnding, announceFailed } from './announce-offers.ts';
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
import { tellWaitOffers } from './waiting/tell-offer.ts';

const Nothing = z.object({});

export function defineAppointmentJobs(ctx: Context): void {
  const every = (name: string, cron: string, work: () => Promise<unknown>) =>
    ctx.jobs.define(`appointments.${name}`, Nothing, async () => void (await work()), { cron });
  every('lapseOffers', '* * * * *', () => lapseOffers(ctx));
  every('lapseAlternatives', '* * * * *', () => lapseAlternatives(ctx));
  every('waitingList', '* * * * *', () => runWaitingList(ctx));
  every('announceEnding', '*/5 * * * *', () => announceEnding(ctx));
  every('announceFailed', '*/5 * * * *', () => announceFailed(ctx));
  every('announceUnread', '*/15 * * * *', () => announceUnread(ctx));
  every('expireReviews', '* * * * *', () => expireReviews(ctx));
  every('sendReminders', '*/5 * * * *', () => sendReminders(ctx));
  if (ctx.sms.isOn) every('sendSmsReminders', '*/5 * * * *', () => sendSmsReminders(ctx));
  ctx.jobs.define(SETTLE_JOB, SettleChange, (change) => settleChange(ctx, change));
  every('foldTallies', '*/10 * * * *', () => withSystem(ctx.system, foldTallies));
}

/**
 * Runs the waiting list every minute. Because of the order of the steps, a patient whose offer has just lapsed can get
 * the next offer in the same run. An error in one step does not prevent the next ones: a patient who is not told of an
 * offer would lose the held time.
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
    ],
    ({ run }) => run(),
  );
