import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { noteFailedPayment } from './announce-offers.ts';
import { appointmentsAdminRouter } from './admin-handlers.ts';
import './appointments.table.ts';
import './events.ts';
import {
  agendaRouter,
  appointmentsRouter,
  directRouter,
  reviewsRouter,
  sharesRouter,
  waitingRouter,
} from './handlers.ts';
import { finishRefund } from './erased-refunds.ts';
import { defineAppointmentJobs, startWaitingList } from './jobs.ts';
import { closeOpenPages, closePagesOf } from './payment-pages.ts';
import { askAboutBalance, settleBalance } from './follow-balance.ts';
import { endBenefits } from './end-benefits.ts';
import { followContact } from './follow-contact.ts';
import { followDispute } from './follow-dispute.ts';
import { followDoneVisit, followMovedVisit } from './desk/follow-visit.ts';
import { figuresRouter } from './figures.ts';
import { followDone } from './reviews/follow-done.ts';
import { carryOutRefund, noteFailedRefund, noteListOrder, noteRefund } from './refunds.ts';
import { visitFiguresRouter } from './visit-figures.ts';
import { tellErased } from './tell-erased.ts';
import { noteFailedSms, takeConfirmation } from './sms-answers.ts';
import { takePayment } from './take-payment.ts';
import { appointmentsData } from './personal.ts';

export { namesOfTimes } from './appointments.queries.ts';

/**
 * The `kind` in the reference of each payment of this domain. The payment provider returns the reference with every
 * webhook event.
 */
const OURS = 'appointment_offer';

/**
 * Registers the domain of appointments: requests, offers, payments, visits, reviews, the waiting list, the
 * practitioners' shares and the figures. The service calls this function once before it listens.
 */
export function register(ctx: Context) {
  const name = 'appointments';
  const atProvider = { name, lane: 'payments' } as const;
  ctx.personal.add(appointmentsData);
  ctx.outbox.on('appointments.offerClosed', ({ payload }) => closeOpenPages(ctx, payload.offer_id), atProvider);
  ctx.outbox.on('billing.paymentsHeld', ({ payload }) => closePagesOf(ctx, payload.user_id), atProvider);
  ctx.outbox.on('billing.planWithdrawn', ({ payload }) => endBenefits(ctx, payload), { name });
  ctx.outbox.on('appointments.patientErased', ({ payload, id }) => tellErased(ctx, payload, id), atProvider);
  ctx.outbox.on('appointments.refundLeft', ({ payload }) => finishRefund(ctx, payload), atProvider);
  ctx.outbox.on('appointments.doneChanged', ({ payload }) => followDone(ctx, payload.appointment_id), { name });
  ctx.outbox.on('appointments.refundOrdered', ({ payload }) => carryOutRefund(ctx, payload.refund_id), atProvider);
  ctx.outbox.on('appointments.visitMoved', ({ payload }) => followMovedVisit(ctx, payload), {
    name,
    forgetPayload: true,
  });
  ctx.outbox.on('appointments.visitDone', ({ payload }) => followDoneVisit(ctx, payload), { name });
  ctx.outbox.on('appointments.acceptanceCleared', ({ payload }) => followContact(ctx, payload.patient_id), { name });
  ctx.outbox.on('identity.contactChanged', ({ payload }) => followContact(ctx, payload.user_id), { name });
  ctx.outbox.on('bookings.timeFreed', () => startWaitingList(ctx), { name });
  ctx.outbox.on('sms.received', ({ payload }) => takeConfirmation(ctx, payload), { name, forgetPayload: true });
  ctx.outbox.on('sms.failed', ({ payload }) => noteFailedSms(ctx, payload.message_id), { name });
  ctx.outbox.on(
    'payments.completed',
    async ({ payload }) => {
      if (payload.reference.kind !== OURS) return;
      await takePayment(ctx, payload);
      await startWaitingList(ctx);
    },
    atProvider,
  );
  ctx.outbox.on(
    'payments.failed',
    async ({ payload }) => {
      if (payload.reference.kind === OURS) await noteFailedPayment(ctx, payload);
    },
    { name },
  );
  ctx.outbox.on(
    'payments.refunded',
    async ({ payload }) => {
      if (payload.reference.kind === OURS) await noteRefund(ctx, payload);
    },
    { name },
  );
  ctx.outbox.on(
    'payments.refundFailed',
    async ({ payload }) => {
      if (payload.reference.kind === OURS) await noteFailedRefund(ctx, payload);
    },
    { name },
  );
  ctx.outbox.on(
    'payments.disputed',
    async ({ payload }) => {
      if (payload.reference.kind === OURS) await followDispute(ctx, payload);
    },
    { name },
  );
  ctx.outbox.on('billing.refundOrdered', ({ payload }) => noteListOrder(ctx, payload), { name });
  ctx.outbox.on('billing.balanceDiffers', ({ payload }) => askAboutBalance(ctx, payload.difference_id), { name });
  ctx.outbox.on('billing.balanceAgrees', ({ payload }) => settleBalance(ctx, payload.difference_id), { name });
  defineAppointmentJobs(ctx);
  return {
    router: appointmentsRouter(ctx),
    admin: appointmentsAdminRouter(ctx),
    shares: sharesRouter(ctx),
    figures: figuresRouter(ctx),
    agenda: agendaRouter(ctx),
    direct: directRouter(ctx),
    waiting: waitingRouter(ctx),
    reviews: reviewsRouter(ctx),
    visitFigures: visitFiguresRouter(ctx),
  } satisfies Registered &
    Record<'admin' | 'shares' | 'figures' | 'agenda' | 'direct' | 'waiting' | 'reviews' | 'visitFigures', unknown>;
}
