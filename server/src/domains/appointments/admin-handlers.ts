import { appointmentsAdmin, appointmentsAdmin as contract } from '#contract/appointments-admin.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { getQuoteForAdmin } from './accept-quote.ts';
import { offerAlternatives } from './alternatives/offer-alternatives.ts';
import { answerPatient } from './exchange-messages.ts';
import { exportAppointments } from './export-appointments.ts';
import { getDispute, listDisputes } from './disputes.ts';
import { exportDispute } from './export-dispute.ts';
import { getForAdmin, getRow } from './get-for-admin.ts';
import { listAppointments } from './list-appointments.ts';
import { getPayment, listPayments } from './list-payments.ts';
import { archiveMacro, listMacros, saveMacro } from './macros.ts';
import { makeOffer } from './make-offer.ts';
import { previewStatus } from './preview-status.ts';
import { refundPayment } from './refunds.ts';
import { reschedule } from './reschedule.ts';
import { previewMacro, sendMacro } from './send-macro.ts';
import { cancelAppointment, setStatus } from './set-status.ts';
import { addPrivateInfo, assign, listCoordinators, setSharedDetails } from './team-notes.ts';
import { undoStatus } from './undo-status.ts';
import { answerWish } from './wishes.ts';
import { handleInbox, handleMany, listInbox } from './inbox.ts';
import { assignInbox } from './assign-inbox.ts';
import { snooze } from './snooze.ts';
import { listScheduled } from './list-scheduled.ts';
import { checkProviderTime, getProvider, listProviders, saveProvider } from './providers.ts';
import { changeView, deleteView, listViews, saveView, setDefaultView } from './views.ts';

/**
 * Maps the API procedures of administrators to their use cases. All of these procedures require a second factor.
 * Procedures that use `changing` return the new row of the appointment.
 */
export function appointmentsAdminRouter(ctx: Context) {
  const os = implementContract(contract);
  /** Runs `work` as this administrator, and then returns the new row of the appointment. */
  const changing = async (admin: SignedIn, id: string, work: (admin: SignedIn) => Promise<unknown>) => {
    await work(admin);
    return getRow(ctx, admin, id);
  };

  return os.router({
    adminListAppointments: os.adminListAppointments.handler(({ context, input }) =>
      listAppointments(ctx, context.caller, input ?? { limit: 500, offset: 0 }),
    ),
    adminGetAppointment: os.adminGetAppointment.handler(({ context, input }) =>
      getForAdmin(ctx, context.caller, input.appointment_id),
    ),
    adminSetAppointmentStatus: os.adminSetAppointmentStatus.handler(({ context, input }) =>
      setStatus(ctx, context.caller, input),
    ),
    adminPreviewStatus: os.adminPreviewStatus.handler(({ context, input }) =>
      previewStatus(ctx, context.caller, input),
    ),
    adminCancelAppointment: os.adminCancelAppointment.handler(({ context, input }) =>
      cancelAppointment(ctx, context.caller, input),
    ),
    adminUndoStatus: os.adminUndoStatus.handler(({ context, input }) =>
      undoStatus(ctx, context.caller, input.change_id),
    ),
    adminSetAwaitingPayment: os.adminSetAwaitingPayment.handler(({ context, input }) =>
      changing(context.caller, input.appointment_id, (admin) => makeOffer(ctx, admin, input)),
    ),
    adminRescheduleAppointment: os.adminRescheduleAppointment.handler(({ context, input }) =>
      changing(context.caller, input.appointment_id, (admin) => reschedule(ctx, admin, input)),
    ),
    adminOfferAlternatives: os.adminOfferAlternatives.handler(({ context, input }) =>
      changing(context.caller, input.appointment_id, (admin) => offerAlternatives(ctx, admin, input)),
    ),
    adminAddPrivateInfo: os.adminAddPrivateInfo.handler(({ context, input: { appointment_id, ...info } }) =>
      changing(context.caller, appointment_id, (admin) => addPrivateInfo(ctx, admin, appointment_id, info)),
    ),
    adminSetSharedDetails: os.adminSetSharedDetails.handler(({ context, input: { appt_id, ...note } }) =>
      changing(context.caller, appt_id, (admin) => setSharedDetails(ctx, admin, appt_id, note)),
    ),
    adminAssignAppointments: os.adminAssignAppointments.handler(async ({ context, input }) => ({
      assigned: await assign(ctx, context.caller, input.appointment_ids, input.coordinator_id),
    })),
    adminListCoordinators: os.adminListCoordinators.handler(({ context }) => listCoordinators(ctx, context.caller)),
    adminGetQuote: os.adminGetQuote.handler(({ context, input }) =>
      getQuoteForAdmin(ctx, context.caller, input.appointment_id, input.version),
    ),
    adminAnswerAppointment: os.adminAnswerAppointment.handler(({ context, input }) =>
      answerPatient(ctx, context.caller, input),
    ),
    adminAnswerWish: os.adminAnswerWish.handler(({ context, input }) =>
      changing(context.caller, input.appointment_id, (admin) => answerWish(ctx, admin, input)),
    ),
    adminRefundAppointment: os.adminRefundAppointment.handler(async ({ context, input }) => {
      await refundPayment(ctx, context.caller, input);
      return getPayment(ctx, context.caller, input.payment_id);
    }),
    adminListAppointmentPayments: os.adminListAppointmentPayments.handler(({ context, input }) =>
      listPayments(ctx, context.caller, input ?? { limit: 100 }),
    ),
    adminExportAppointments: os.adminExportAppointments.handler(({ context, input }) =>
      exportAppointments(ctx, context.caller, input ?? {}),
    ),
    ...deskHandlers(ctx),
    ...macroHandlers(ctx),
  });
}

const os = implementContract(appointmentsAdmin);

/** The API procedures of administrators for the calendar, the inbox, providers, disputes and saved views. */
const deskHandlers = (ctx: Context) => ({
  adminListScheduled: os.adminListScheduled.handler(({ context, input }) => listScheduled(ctx, context.caller, input)),
  adminInboxList: os.adminInboxList.handler(({ context, input }) =>
    listInbox(ctx, context.caller, input ?? { limit: 50, is_handled: false }),
  ),
  adminInboxHandle: os.adminInboxHandle.handler(({ context, input }) =>
    handleInbox(ctx, context.caller, input.inbox_id, input.is_handled),
  ),
  adminInboxHandleMany: os.adminInboxHandleMany.handler(({ context, input }) => handleMany(ctx, context.caller, input)),
  adminInboxAssign: os.adminInboxAssign.handler(({ context, input }) => assignInbox(ctx, context.caller, input)),
  adminInboxSnooze: os.adminInboxSnooze.handler(({ context, input }) => snooze(ctx, context.caller, input)),
  adminListProviders: os.adminListProviders.handler(({ context, input }) =>
    listProviders(ctx, context.caller, input?.search ?? '', input?.limit ?? 50),
  ),
  adminGetProvider: os.adminGetProvider.handler(({ context, input }) =>
    getProvider(ctx, context.caller, input.provider_id),
  ),
  adminSaveProvider: os.adminSaveProvider.handler(({ context, input }) => saveProvider(ctx, context.caller, input)),
  adminCheckProviderTime: os.adminCheckProviderTime.handler(({ context, input }) =>
    checkProviderTime(ctx, context.caller, input),
  ),
  adminListDisputes: os.adminListDisputes.handler(({ context }) => listDisputes(ctx, context.caller)),
  adminGetDispute: os.adminGetDispute.handler(({ context, input }) =>
    getDispute(ctx, context.caller, input.dispute_id),
  ),
  adminExportDispute: os.adminExportDispute.handler(({ context, input }) =>
    exportDispute(ctx, context.caller, input.dispute_id),
  ),
  adminListViews: os.adminListViews.handler(({ context, input }) =>
    listViews(ctx, context.caller, input?.place ?? 'list'),
  ),
  adminSaveView: os.adminSaveView.handler(({ context, input }) => saveView(ctx, context.caller, input)),
  adminChangeView: os.adminChangeView.handler(({ context, input }) => changeView(ctx, context.caller, input)),
  adminSetDefaultView: os.adminSetDefaultView.handler(async ({ context, input: { place, view_id } }) => {
    await setDefaultView(ctx, context.caller, place, view_id);
    return { view_id };
  }),
  adminDeleteView: os.adminDeleteView.handler(async ({ context, input }) => {
    await deleteView(ctx, context.caller, input.view_id);
    return { deleted: true };
  }),
});

const macroHandlers = (ctx: Context) => ({
  adminListMacros: os.adminListMacros.handler(({ context, input }) =>
    listMacros(ctx, context.caller, input?.is_archived ?? false),
  ),
  adminSaveMacro: os.adminSaveMacro.handler(({ context, input }) => saveMacro(ctx, context.caller, input)),
  adminArchiveMacro: os.adminArchiveMacro.handler(({ context, input }) =>
    archiveMacro(ctx, context.caller, input.macro_id, input.is_archived),
  ),
  adminPreviewMacro: os.adminPreviewMacro.handler(({ context, input }) =>
    previewMacro(ctx, context.caller, input.macro_id, input.appointment_ids),
  ),
  adminSendMacro: os.adminSendMacro.handler(({ context, input }) => sendMacro(ctx, context.caller, input)),
});
