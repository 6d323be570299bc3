import { appointments as contract } from '#contract/appointments.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import type { Attachment } from '#server/platform/mail/mailer.ts';
import { acceptQuote, getQuote } from './accept-quote.ts';
import { setLatestCountries } from './appointment-countries.ts';
import { getMyBenefits } from './benefits.ts';
import { getCalendar } from './calendar.ts';
import { chooseAlternative } from './alternatives/choose-alternative.ts';
import { declineAlternatives } from './alternatives/decline-alternatives.ts';
import { chooseTime } from './choose-time.ts';
import { listCountries } from './countries.ts';
import { askTeam, markRead } from './exchange-messages.ts';
import { moveMine } from './move-mine.ts';
import { getMyAppointment, listMyAppointments } from './my-appointments.ts';
import { openPayment } from './open-payment.ts';
import { getReceipt } from './receipt.ts';
import { requestAppointment } from './request-appointment.ts';
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
