import { randomUUID } from 'node:crypto';
import { aRequest } from '../an-appointment.ts';
import { all, nobody, type Rows, type Subjects } from './callers.ts';

const idOf =
  (which: keyof Subjects['appointments']) =>
  ({ appointments }: Subjects) => ({ appointment_id: appointments[which] });

/** Expected responses of the procedures with which patients manage appointments. */
export const appointmentsAnswers: Rows = {
  'appointments.listCountries': {},
  'appointments.requestAppointment': { input: () => aRequest() },
  'appointments.getMyBenefits': {},
  'appointments.setLatestAppointmentCountries': {
    input: () => ({ country_current: 'FR', country_target: 'BE' }),
  },
  'appointments.getMyAppointments': {},
  'appointments.getMyAppointmentsV2': {},
  'appointments.getMyAppointment': { input: idOf('asked'), expected: all(404, { patient: 200 }) },
  'appointments.askAboutAppointment': {
    input: (subjects) => ({ ...idOf('asked')(subjects), body: 'May I come earlier?', idempotency_key: randomUUID() }),
    expected: all(404, { patient: 200 }),
  },
  'appointments.markAppointmentRead': { input: idOf('asked'), expected: all(404, { patient: 200 }) },
  'appointments.requestAppointmentChange': {
    input: (subjects) => ({ ...idOf('paid')(subjects), wish: 'reschedule', idempotency_key: randomUUID() }),
    expected: all(404, { patient: 200 }),
  },
  'appointments.getAppointmentQuote': { input: idOf('offered'), expected: all(404, { patient: 200 }) },
  'appointments.acceptAppointmentQuote': {
    input: ({ appointments: { offered, quote } }) => ({ appointment_id: offered, quote_sha256: quote }),
    expected: all(404, { patient: 200 }),
  },
  // The offer has no reserved times to choose from.
  'appointments.chooseOfferTime': {
    input: (subjects) => ({ ...idOf('offered')(subjects), time_id: nobody }),
    expected: all(404),
  },
  // This appointment has no reserved time that could be moved.
  'appointments.moveMyAppointment': {
    input: (subjects) => ({ ...idOf('asked')(subjects), starts_at: '2026-12-03T09:00:00Z' }),
    expected: all(404, { patient: 409 }),
  },
  // The clinic has not proposed alternatives for this appointment.
  'appointments.chooseAlternative': {
    input: (subjects) => ({ ...idOf('paid')(subjects), time_id: nobody }),
    expected: all(404),
  },
  'appointments.declineAlternatives': { input: idOf('paid'), expected: all(404, { patient: 409 }) },
  'appointments.createCheckoutSession': { input: idOf('offered'), expected: all(404, { patient: 200 }) },
  'appointments.getAppointmentReceipt': { input: idOf('paid'), expected: all(404, { patient: 200 }) },
  'appointments.getAppointmentCalendar': { input: idOf('paid'), expected: all(404, { patient: 200 }) },
  'directAppointments.listDirectServices': {},
  'directAppointments.takeAppointment': {
    input: () => ({
      service_id: nobody,
      site_id: nobody,
      practitioner_id: nobody,
      starts_at: '2026-12-03T09:00:00Z',
      idempotency_key: randomUUID(),
    }),
    expected: all(404),
  },
  'reviews.listMyReviews': {},
  // No patient has a review visit yet.
  'reviews.listReviewTimes': { input: () => ({ review_id: nobody }), expected: all(404) },
  'reviews.acceptReview': { input: () => ({ review_id: nobody }), expected: all(404) },
  'reviews.declineReview': { input: () => ({ review_id: nobody }), expected: all(404) },
};
