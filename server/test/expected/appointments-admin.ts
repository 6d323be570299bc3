import { randomUUID } from 'node:crypto';
import { anOffer } from '../an-appointment.ts';
import { adminOnly, nobody, type Rows, type Subjects } from './callers.ts';

const idOf =
  (which: keyof Subjects['appointments']) =>
  ({ appointments }: Subjects) => ({ appointment_id: appointments[which] });

/** Appointments, offers, inbox and providers, as the team has them. */
export const appointmentsAdminAnswers: Rows = {
  'appointmentsAdmin.adminListAppointments': { expected: adminOnly },
  'appointmentsAdmin.adminGetAppointment': { input: idOf('asked'), expected: adminOnly },
  'appointmentsAdmin.adminSetAppointmentStatus': {
    input: ({ appointments }) => ({ appointment_ids: [appointments.asked], status: 'in_progress' }),
    expected: adminOnly,
  },
  // There is nothing to take back.
  'appointmentsAdmin.adminUndoStatus': { input: () => ({ change_id: nobody }), expected: { ...adminOnly, admin: 409 } },
  'appointmentsAdmin.adminSetAwaitingPayment': {
    input: ({ appointments }) => anOffer(appointments.free, { allow_double_booking: true }),
    expected: adminOnly,
  },
  'appointmentsAdmin.adminRescheduleAppointment': {
    input: (subjects) => ({
      ...idOf('paid')(subjects),
      scheduled_at: '2026-12-10T09:00:00Z',
      timezone: 'Europe/Paris',
    }),
    expected: adminOnly,
  },
  'appointmentsAdmin.adminAddPrivateInfo': {
    input: (subjects) => ({ ...idOf('asked')(subjects), admin_private_note: 'Call her.' }),
    expected: adminOnly,
  },
  'appointmentsAdmin.adminSetSharedDetails': {
    input: ({ appointments }) => ({ appt_id: appointments.asked, details: 'We are asking two practitioners.' }),
    expected: adminOnly,
  },
  'appointmentsAdmin.adminAssignAppointments': {
    input: ({ appointments }) => ({ appointment_ids: [appointments.asked], coordinator_id: null }),
    expected: adminOnly,
  },
  'appointmentsAdmin.adminListCoordinators': { expected: adminOnly },
  'appointmentsAdmin.adminAnswerAppointment': {
    input: (subjects) => ({ ...idOf('asked')(subjects), body: 'Yes.', idempotency_key: randomUUID() }),
    expected: adminOnly,
  },
  // The patient wishes for nothing.
  'appointmentsAdmin.adminAnswerWish': {
    input: (subjects) => ({ ...idOf('asked')(subjects), is_granted: true }),
    expected: { ...adminOnly, admin: 409 },
  },
  'appointmentsAdmin.adminRefundAppointment': {
    input: ({ appointments: { paid, payment } }) => ({
      appointment_id: paid,
      payment_id: payment,
      amount_cents: 100,
      reason: 'goodwill',
      idempotency_key: randomUUID(),
    }),
    expected: adminOnly,
  },
  'appointmentsAdmin.adminListAppointmentPayments': { expected: adminOnly },
  'appointmentsAdmin.adminExportAppointments': { expected: adminOnly },
  'appointmentsAdmin.adminListScheduled': {
    input: () => ({ from: '2026-12-01T00:00:00Z', to: '2026-12-31T00:00:00Z' }),
    expected: adminOnly,
  },
  'appointmentsAdmin.adminInboxList': { expected: adminOnly },
  'appointmentsAdmin.adminInboxHandle': {
    input: ({ appointments }) => ({ inbox_id: appointments.inbox }),
    expected: adminOnly,
  },
  'appointmentsAdmin.adminListProviders': { expected: adminOnly },
  'appointmentsAdmin.adminGetProvider': {
    input: ({ appointments }) => ({ provider_id: appointments.provider }),
    expected: adminOnly,
  },
  'appointmentsAdmin.adminSaveProvider': { input: () => ({ name: 'Dr Inès Aubry' }), expected: adminOnly },
  'appointmentsAdmin.adminCheckProviderTime': {
    input: () => ({ provider_name: 'Dr Inès Aubry', scheduled_at: '2026-12-03T14:30' }),
    expected: adminOnly,
  },
  'appointmentsAdmin.adminListViews': { expected: adminOnly },
  'appointmentsAdmin.adminSaveView': { input: () => ({ name: 'Mine', filter: {} }), expected: adminOnly },
  'appointmentsAdmin.adminDeleteView': { input: () => ({ view_id: nobody }), expected: adminOnly },
};
