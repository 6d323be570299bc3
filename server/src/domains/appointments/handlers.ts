import { agenda } from '#contract/agenda.ts';
import { appointments as contract } from '#contract/appointments.ts';
import { directAppointments } from '#contract/direct-appointments.ts';
import { reviews } from '#contract/reviews.ts';
import { shares } from '#contract/shares.ts';
import { waitingList } from '#contract/waiting-list.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import type { Attachment } from '#server/platform/mail/mailer.ts';
import { acceptQuote, getQuote } from './accept-quote.ts';
import { listBookedTimes, listMyAgenda, listUnrecorded } from './agenda.ts';
import { setLatestCountries } from './appointment-countries.ts';
import { getMyBenefits } from './benefits.ts';
import { getCalendar } from './calendar.ts';
import { chooseAlternative } from './alternatives/choose-alternative.ts';
import { declineAlternatives } from './alternatives/decline-alternatives.ts';
import { chooseTime } from './choose-time.ts';
import { listCountries } from './countries.ts';
import { moveVisitAtDesk, setVisitStateAtDesk } from './desk/change-visit.ts';
import { listClinicTimes } from './desk/list-clinic-times.ts';
import { listDirectServices } from './direct/list-direct-services.ts';
import { takeAppointment } from './direct/take-appointment.ts';
import { askTeam, markRead } from './exchange-messages.ts';
import { moveMine } from './move-mine.ts';
import { moveVisit } from './move-visit.ts';
import { getMyAppointment, listMyAppointments } from './my-appointments.ts';
import { openPayment } from './open-payment.ts';
import { getReceipt } from './receipt.ts';
import { requestAppointment } from './request-appointment.ts';
import { acceptReview, declineReview } from './reviews/answer-review.ts';
import { listMyReviews, listReviewTimes } from './reviews/show-reviews.ts';
import { setVisitState } from './set-visit-state.ts';
import { exportShareStatement } from './share-statement.ts';
import { getShareStatement, listShares, payShare, setShare, undoSharePayment } from './shares.ts';
import { adminEndWait, adminListWaits } from './waiting/admin-waits.ts';
import { endMyWait, listMyWaits, resumeMyWait, waitForTime } from './waiting/my-waits.ts';
import { askForChange } from './wishes.ts';

const wholeList = { limit: 100, offset: 0 };

/**
 * Maps the API procedures of patients to their use cases. Only patients have appointments, and only they can request
 * one.
 */
export function appointmentsRouter(ctx: Context) {
  const os = implementContract(contract);

  return os.router({
    listCountries: os.listCountries.handler(({ context, input }) =>
      listCountries(input?.language ?? context.caller.language),
    ),
    requestAppointment: os.requestAppointment.handler(({ context, input }) =>
      requestAppointment(ctx, context.caller, input),
    ),
    getMyBenefits: os.getMyBenefits.handler(({ context }) => getMyBenefits(ctx, context.caller)),
    setLatestAppointmentCountries: os.setLatestAppointmentCountries.handler(async ({ context, input }) => ({
      appointment_id: await setLatestCountries(ctx, context.caller, input),
    })),
    getMyAppointments: os.getMyAppointments.handler(({ context }) =>
      listMyAppointments(ctx, context.caller, wholeList),
    ),
    getMyAppointmentsV2: os.getMyAppointmentsV2.handler(({ context, input }) =>
      listMyAppointments(ctx, context.caller, input ?? wholeList),
    ),
    getMyAppointment: os.getMyAppointment.handler(({ context, input }) =>
      getMyAppointment(ctx, context.caller, input.appointment_id),
    ),
    askAboutAppointment: os.askAboutAppointment.handler(({ context, input }) => askTeam(ctx, context.caller, input)),
    markAppointmentRead: os.markAppointmentRead.handler(async ({ context, input }) => ({
      unread_messages: await markRead(ctx, context.caller, input.appointment_id),
    })),
    requestAppointmentChange: os.requestAppointmentChange.handler(({ context, input }) =>
      askForChange(ctx, context.caller, input),
    ),
    getAppointmentQuote: os.getAppointmentQuote.handler(({ context, input }) =>
      getQuote(ctx, context.caller, input.appointment_id, input.version),
    ),
    acceptAppointmentQuote: os.acceptAppointmentQuote.handler(async ({ context, input }) => {
      const at = await acceptQuote(ctx, context.caller, input.appointment_id, input.quote_sha256);
      return { accepted_at: at.toISOString() };
    }),
    chooseOfferTime: os.chooseOfferTime.handler(async ({ context, input }) => {
      await chooseTime(ctx, context.caller, input.appointment_id, input.time_id);
      const { appointment } = await getMyAppointment(ctx, context.caller, input.appointment_id);
      return appointment;
    }),
    moveMyAppointment: os.moveMyAppointment.handler(async ({ context, input }) => {
      await moveMine(ctx, context.caller, input.appointment_id, new Date(input.starts_at));
      const { appointment } = await getMyAppointment(ctx, context.caller, input.appointment_id);
      return appointment;
    }),
    chooseAlternative: os.chooseAlternative.handler(async ({ context, input }) => {
      await chooseAlternative(ctx, context.caller, input.appointment_id, input.time_id);
      const { appointment } = await getMyAppointment(ctx, context.caller, input.appointment_id);
      return appointment;
    }),
    declineAlternatives: os.declineAlternatives.handler(async ({ context, input }) => {
      await declineAlternatives(ctx, context.caller, input.appointment_id);
      const { appointment } = await getMyAppointment(ctx, context.caller, input.appointment_id);
      return appointment;
    }),
    createCheckoutSession: os.createCheckoutSession.handler(async ({ context, input }) => {
      const patient = context.caller;
      const { url, expires_at } = await openPayment(ctx, patient, input.appointment_id, input.language);
      return { url, expires_at: expires_at.toISOString() };
    }),
    getAppointmentReceipt: os.getAppointmentReceipt.handler(({ context, input }) =>
      getReceipt(ctx, context.caller, input.appointment_id),
    ),
    getAppointmentCalendar: os.getAppointmentCalendar.handler(async ({ context, input }) =>
      toFile(await getCalendar(ctx, context.caller, input.appointment_id)),
    ),
  });
}

const toFile = ({ content, file_name, content_type }: Attachment): File =>
  new File([content], file_name, { type: content_type });

/** Maps API procedures to their use cases. The procedures are for appointments that patients book without the team. */
export function directRouter(ctx: Context) {
  const os = implementContract(directAppointments);

  return os.router({
    listDirectServices: os.listDirectServices.handler(async ({ context, input }) => ({
      services: await listDirectServices(ctx, context.caller, input?.language),
    })),
    takeAppointment: os.takeAppointment.handler(async ({ context, input }) => {
      const { appointment_id } = await takeAppointment(ctx, context.caller, input);
      const { appointment } = await getMyAppointment(ctx, context.caller, appointment_id);
      return appointment;
    }),
  });
}

/**
 * Maps API procedures to their use cases. With these procedures, patients answer proposed review visits. A review visit
 * takes place two weeks after an injection.
 */
export function reviewsRouter(ctx: Context) {
  const os = implementContract(reviews);

  return os.router({
    listMyReviews: os.listMyReviews.handler(({ context }) => listMyReviews(ctx, context.caller)),
    listReviewTimes: os.listReviewTimes.handler(({ context, input }) =>
      listReviewTimes(ctx, context.caller, input.review_id),
    ),
    acceptReview: os.acceptReview.handler(({ context, input }) => acceptReview(ctx, context.caller, input)),
    declineReview: os.declineReview.handler(({ context, input }) =>
      declineReview(ctx, context.caller, input.review_id),
    ),
  });
}

/** Maps the API procedures of the waiting list to their use cases. */
export function waitingRouter(ctx: Context) {
  const os = implementContract(waitingList);
  return os.router({
    listMyWaits: os.listMyWaits.handler(({ context }) => listMyWaits(ctx, context.caller)),
    waitForTime: os.waitForTime.handler(({ context, input }) => waitForTime(ctx, context.caller, input)),
    endMyWait: os.endMyWait.handler(({ context, input }) => endMyWait(ctx, context.caller, input.wait_id)),
    resumeMyWait: os.resumeMyWait.handler(({ context, input }) => resumeMyWait(ctx, context.caller, input.wait_id)),
    adminListWaits: os.adminListWaits.handler(({ context, input }) =>
      adminListWaits(ctx, context.caller, input.clinic_id),
    ),
    adminEndWait: os.adminEndWait.handler(({ context, input }) => adminEndWait(ctx, context.caller, input)),
  });
}

/**
 * Maps the API procedures about visits to their use cases. Practitioners list their own visits, the desk of a clinic
 * lists the visits of that clinic, and administrators list all visits.
 */
export function agendaRouter(ctx: Context) {
  const os = implementContract(agenda);
  return os.router({
    listMyAgenda: os.listMyAgenda.handler(({ context, input }) => listMyAgenda(ctx, context.caller, input)),
    listVisitsWithoutRecord: os.listVisitsWithoutRecord.handler(({ context }) => listUnrecorded(ctx, context.caller)),
    setVisitState: os.setVisitState.handler(({ context, input }) => setVisitState(ctx, context.caller, input)),
    adminListBookedTimes: os.adminListBookedTimes.handler(({ context, input }) =>
      listBookedTimes(ctx, context.caller, input),
    ),
    deskListTimes: os.deskListTimes.handler(({ context, input }) => listClinicTimes(ctx, context.caller, input)),
    deskSetVisitState: os.deskSetVisitState.handler(({ context, input }) =>
      setVisitStateAtDesk(ctx, context.caller, input),
    ),
    deskMoveTime: os.deskMoveTime.handler(({ context, input }) => moveVisitAtDesk(ctx, context.caller, input)),
    adminMoveBookedTime: os.adminMoveBookedTime.handler(({ context, input }) => moveVisit(ctx, context.caller, input)),
  });
}

export function sharesRouter(ctx: Context) {
  const os = implementContract(shares);
  return os.router({
    adminListShares: os.adminListShares.handler(({ context }) => listShares(ctx, context.caller)),
    adminGetShareStatement: os.adminGetShareStatement.handler(({ context, input }) =>
      getShareStatement(ctx, context.caller, input),
    ),
    adminExportShareStatement: os.adminExportShareStatement.handler(({ context, input }) =>
      exportShareStatement(ctx, context.caller, input),
    ),
    adminPayShare: os.adminPayShare.handler(({ context, input }) => payShare(ctx, context.caller, input)),
    adminUndoSharePayment: os.adminUndoSharePayment.handler(({ context, input }) =>
      undoSharePayment(ctx, context.caller, input.entry_id),
    ),
    adminSetShare: os.adminSetShare.handler(({ context, input }) => setShare(ctx, context.caller, input)),
  });
}
