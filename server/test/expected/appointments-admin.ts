import { randomUUID } from 'node:crypto';
import { anOffer } from '../an-appointment.ts';
import { all, nobody, type Rows, type Subjects } from './callers.ts';

const idOf =
  (which: keyof Subjects['appointments']) =>
  ({ appointments }: Subjects) => ({ appointment_id: appointments[which] });

const aStatement = ({ appointments: { provider } }: Subjects) => ({
  provider_id: provider,
  currency: 'eur',
  month: '2026-11',
});

/** A period for reports. */
const aPeriod = { from: '2026-01-01', to: '2026-12-31', by: 'treatment' };

export const appointmentsAdminAnswers: Rows = {
  'appointmentsAdmin.adminListAppointments': {},
  'appointmentsAdmin.adminGetAppointment': { input: idOf('asked') },
  'appointmentsAdmin.adminSetAppointmentStatus': {
    input: ({ appointments }) => ({ appointment_ids: [appointments.asked], status: 'in_progress' }),
  },
  'appointmentsAdmin.adminCancelAppointment': {
    input: ({ appointments }) => ({ appointment_id: appointments.asked, cancelled_by: 'patient' }),
  },
  // There is no change to undo.
  'appointmentsAdmin.adminUndoStatus': { input: () => ({ change_id: nobody }), expected: all(409) },
  'appointmentsAdmin.adminSetAwaitingPayment': {
    input: ({ appointments }) => anOffer(appointments.free, { allow_double_booking: true }),
  },
  'appointmentsAdmin.adminRescheduleAppointment': {
    input: (subjects) => ({
      ...idOf('paid')(subjects),
      scheduled_at: '2026-12-10T09:00:00Z',
      timezone: 'Europe/Paris',
    }),
  },
  // The time of the offer was typed in and is not a booked time, so no alternatives can replace it.
  'appointmentsAdmin.adminOfferAlternatives': {
    input: (subjects) => ({
      ...idOf('paid')(subjects),
      times: [{ practitioner_id: nobody, starts_at: '2026-12-10T09:00:00Z' }],
    }),
    expected: all(409),
  },
  'appointmentsAdmin.adminAddPrivateInfo': {
    input: (subjects) => ({ ...idOf('asked')(subjects), admin_private_note: 'Call her.' }),
  },
  'appointmentsAdmin.adminSetSharedDetails': {
    input: ({ appointments }) => ({ appt_id: appointments.asked, details: 'We are asking two practitioners.' }),
  },
  'appointmentsAdmin.adminAssignAppointments': {
    input: ({ appointments }) => ({ appointment_ids: [appointments.asked], coordinator_id: null }),
  },
  'appointmentsAdmin.adminListCoordinators': {},
  'appointmentsAdmin.adminGetQuote': { input: (subjects) => ({ ...idOf('offered')(subjects), version: 1 }) },
  'appointmentsAdmin.adminAnswerAppointment': {
    input: (subjects) => ({ ...idOf('asked')(subjects), body: 'Yes.', idempotency_key: randomUUID() }),
  },
  // The patient has no open request for a move or a cancellation.
  'appointmentsAdmin.adminAnswerWish': {
    input: (subjects) => ({ ...idOf('asked')(subjects), is_granted: true }),
    expected: all(409),
  },
  'appointmentsAdmin.adminRefundAppointment': {
    input: ({ appointments: { paid, payment } }) => ({
      appointment_id: paid,
      payment_id: payment,
      amount_cents: 100,
      reason: 'goodwill',
      idempotency_key: randomUUID(),
    }),
  },
  'appointmentsAdmin.adminListAppointmentPayments': {},
  'appointmentsAdmin.adminExportAppointments': {},
  'figures.adminGetFigures': { input: () => aPeriod },
  'figures.adminExportFigures': { input: () => aPeriod },
  'shares.adminListShares': {},
  'shares.adminGetShareStatement': { input: aStatement },
  'shares.adminExportShareStatement': {
    input: (subjects) => ({ ...aStatement(subjects), format: 'csv', language: 'en' }),
  },
  'shares.adminPayShare': {
    input: ({ appointments: { provider } }) => ({
      provider_id: provider,
      currency: 'eur',
      amount_cents: 100,
      paid_on: '2026-11-20',
      reference: 'SEPA 1',
      idempotency_key: randomUUID(),
    }),
  },
  'shares.adminUndoSharePayment': { input: () => ({ entry_id: 999_999_999 }), expected: all(404) },
  // The offer of the appointment already contains the practitioner's share.
  'shares.adminSetShare': {
    input: ({ appointments: { payment } }) => ({ payment_id: payment, share_cents: 100 }),
    expected: all(409),
  },
  'appointmentsAdmin.adminListScheduled': {
    input: () => ({ from: '2026-12-01T00:00:00Z', to: '2026-12-31T00:00:00Z' }),
  },
  'agenda.listMyAgenda': { input: () => ({ from: '2026-12-01T00:00:00Z', to: '2026-12-08T00:00:00Z' }) },
  'agenda.listVisitsWithoutRecord': {},
  'visitFigures.getMyVisitFigures': {},
  'visitFigures.adminGetVisitFigures': {},
  'agenda.setVisitState': { input: () => ({ time_id: nobody, state: 'arrived' }), expected: all(404) },
  'agenda.adminListBookedTimes': { input: () => ({ from: '2026-12-01T00:00:00Z', to: '2026-12-08T00:00:00Z' }) },
  'agenda.adminMoveBookedTime': {
    input: () => ({
      time_id: nobody,
      was_at: '2026-12-03T13:30:00Z',
      starts_at: '2026-12-03T14:30',
      tell_patient: false,
    }),
    expected: all(404),
  },
  'agenda.deskListTimes': { input: () => ({ from: '2026-12-01T00:00:00Z', to: '2026-12-08T00:00:00Z' }) },
  'agenda.deskSetVisitState': { input: () => ({ time_id: nobody, state: 'arrived' }), expected: all(404) },
  'agenda.deskMoveTime': {
    input: () => ({
      time_id: nobody,
      was_at: '2026-12-03T13:30:00Z',
      starts_at: '2026-12-03T14:30',
      tell_patient: false,
    }),
    expected: all(404),
  },
  'appointmentsAdmin.adminInboxList': {},
  'appointmentsAdmin.adminInboxHandle': {
    input: ({ appointments }) => ({ inbox_id: appointments.inbox }),
  },
  'appointmentsAdmin.adminInboxAssign': {
    input: ({ appointments }) => ({ inbox_ids: [appointments.inbox], coordinator_id: null }),
  },
  'appointmentsAdmin.adminInboxSnooze': {
    input: ({ appointments }) => ({ inbox_ids: [appointments.inbox], until: null }),
  },
  'appointmentsAdmin.adminInboxHandleMany': {
    input: ({ appointments }) => ({ inbox_ids: [appointments.inbox] }),
  },
  'appointmentsAdmin.adminListProviders': {},
  'appointmentsAdmin.adminGetProvider': {
    input: ({ appointments }) => ({ provider_id: appointments.provider }),
  },
  'appointmentsAdmin.adminSaveProvider': { input: () => ({ name: 'Dr Inès Aubry' }) },
  'appointmentsAdmin.adminCheckProviderTime': {
    input: () => ({ provider_name: 'Dr Inès Aubry', scheduled_at: '2026-12-03T14:30' }),
  },
  'appointmentsAdmin.adminListMacros': {},
  'appointmentsAdmin.adminSaveMacro': {
    input: () => ({
      name: `Photos ${randomUUID()}`,
      text_en: 'Dear {{first_name}}',
      text_fr: 'Bonjour {{first_name}}',
    }),
  },
  // This macro does not exist.
  'appointmentsAdmin.adminArchiveMacro': { input: () => ({ macro_id: nobody }), expected: all(404) },
  'appointmentsAdmin.adminPreviewMacro': {
    input: ({ appointments }) => ({ macro_id: nobody, appointment_ids: [appointments.asked] }),
    expected: all(404),
  },
  'appointmentsAdmin.adminSendMacro': {
    input: ({ appointments }) => ({
      macro_id: nobody,
      rows: [{ appointment_id: appointments.asked, version: 'v'.repeat(43) }],
      idempotency_key: randomUUID(),
    }),
    expected: all(404),
  },
  'appointmentsAdmin.adminPreviewStatus': {
    input: ({ appointments }) => ({ appointment_ids: [appointments.asked], status: 'in_progress' }),
  },
  'appointmentsAdmin.adminListDisputes': {},
  // No payment was disputed.
  'appointmentsAdmin.adminGetDispute': { input: () => ({ dispute_id: 'dp_1' }), expected: all(404) },
  'appointmentsAdmin.adminExportDispute': { input: () => ({ dispute_id: 'dp_1' }), expected: all(404) },
  'appointmentsAdmin.adminListViews': {},
  'appointmentsAdmin.adminSaveView': { input: () => ({ name: 'Mine', filter: {} }) },
  'appointmentsAdmin.adminChangeView': { input: () => ({ view_id: nobody }), expected: all(404) },
  'appointmentsAdmin.adminSetDefaultView': { input: () => ({ place: 'list', view_id: null }) },
  'appointmentsAdmin.adminDeleteView': { input: () => ({ view_id: nobody }), expected: all(404) },
};
