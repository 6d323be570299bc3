import { randomUUID } from 'node:crypto';
import { aRequest } from '../an-appointment.ts';
import { all, everybody, signedIn, patientsOnly, type Rows, type Subjects } from './callers.ts';

const idOf =
  (which: keyof Subjects['appointments']) =>
  ({ appointments }: Subjects) => ({ appointment_id: appointments[which] });

/** A patient's own thing; for everybody else there is no such thing. */
const ownPatient = all(404, { visitor: 401, patient: 200 });

/** Appointments, as the patient has them. */
export const appointmentsAnswers: Rows = {
  'appointments.listCountries': { expected: everybody },
  'appointments.requestAppointment': { input: () => aRequest(), expected: patientsOnly },
  'appointments.getMyBenefits': { expected: patientsOnly },
  'appointments.setLatestAppointmentCountries': {
    input: () => ({ country_current: 'FR', country_target: 'BE' }),
    expected: patientsOnly,
  },
  'appointments.getMyAppointments': { expected: signedIn },
  'appointments.getMyAppointmentsV2': { expected: signedIn },
  'appointments.getMyAppointment': { input: idOf('asked'), expected: ownPatient },
  'appointments.askAboutAppointment': {
    input: (subjects) => ({ ...idOf('asked')(subjects), body: 'May I come earlier?', idempotency_key: randomUUID() }),
    expected: ownPatient,
  },
  'appointments.markAppointmentRead': { input: idOf('asked'), expected: ownPatient },
  'appointments.requestAppointmentChange': {
    input: (subjects) => ({ ...idOf('paid')(subjects), wish: 'reschedule', idempotency_key: randomUUID() }),
    expected: ownPatient,
  },
  'appointments.getAppointmentQuote': { input: idOf('offered'), expected: ownPatient },
  'appointments.acceptAppointmentQuote': {
    input: ({ appointments: { offered, quote } }) => ({ appointment_id: offered, quote_sha256: quote }),
    expected: ownPatient,
  },
  'appointments.createCheckoutSession': { input: idOf('offered'), expected: ownPatient },
  'appointments.getAppointmentReceipt': { input: idOf('paid'), expected: ownPatient },
  'appointments.getAppointmentCalendar': { input: idOf('paid'), expected: ownPatient },
};
