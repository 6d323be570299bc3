import type { NewRequest } from '#server/domains/appointments/request-appointment.ts';
import type { PrivateInfo } from '#server/domains/appointments/team-notes.ts';

/** Practitioners and addresses are invented. */
export const providers = {
  vasseur: {
    provider_name: 'Dr Hélène Vasseur',
    provider_address: '12 rue de Lille, 75007 Paris',
    provider_phone: '+33 1 99 00 20 14',
    provider_registration: '10000000001',
    provider_insurance: 'Sou Médical, contrat 4021',
  },
  aubry: {
    provider_name: 'Dr Inès Aubry',
    provider_address: '3 rue Mercœur, 44000 Nantes',
    provider_phone: '+33 2 61 91 40 88',
    provider_registration: '10000000002',
    provider_insurance: 'Sou Médical, contrat 4022',
  },
} as const;

export interface DemoAppointment {
  readonly email: string;
  readonly hoursAgo: number;
  readonly request: Omit<NewRequest, 'idempotency_key'>;
  /** The team's internal notes and its note to the patient. Absent if the team has written none. */
  readonly team?: PrivateInfo & { readonly shared: string };
  readonly question?: string;
  readonly answer?: string;
  readonly offer?: {
    readonly provider: keyof typeof providers;
    /**
     * The visit is on the first working day that is at least this many days away. With `weekday`, it is on the first
     * such weekday (1 is Monday).
     */
    readonly inDays: number;
    readonly weekday?: number;
    /** Wall-clock time in Paris. */
    readonly at: string;
    readonly price_cents: number;
    readonly provider_price_cents: number;
    readonly note: string;
    readonly isPaid?: true;
  };
  readonly ends?: 'cancelled' | 'done';
}

const from = (city: string, country: string, target: string, country_target: string, treatment: string, note = '') => ({
  city_current: city,
  country_current: country,
  city_target: target,
  country_target,
  treatment,
  patient_note: note,
});

export const demoAppointments: readonly DemoAppointment[] = [
  {
    // The request is later than the treatment plan of her case, which was signed 32 hours ago.
    email: 'alice@flaira.example',
    hoursAgo: 30,
    request: from('Lyon', 'FR', 'Nantes', 'FR', 'Peeling'),
    offer: {
      provider: 'aubry',
      inDays: 6,
      at: '10:00',
      price_cents: 18_000,
      provider_price_cents: 14_000,
      note: '',
      isPaid: true,
    },
  },
  {
    email: 'alice@flaira.example',
    hoursAgo: 26,
    request: from('Lyon', 'FR', 'Paris', 'FR', 'Hyaluronic acid', 'Thursdays, after 14:00 if possible.'),
    team: {
      shared: 'We are asking two practitioners for dates on a Thursday afternoon.',
      admin_private_note: 'Prefers Dr Vasseur.',
      provider_initial_price_cents: 38_000,
      negotiated_price_cents: 34_000,
    },
    offer: {
      provider: 'vasseur',
      inDays: 12,
      weekday: 4,
      at: '14:30',
      price_cents: 42_000,
      provider_price_cents: 34_000,
      note: 'The price includes the review after two weeks. Your doctor decides on the day whether to treat.',
    },
  },
  { email: 'alice@flaira.example', hoursAgo: 20, request: from('Lyon', 'FR', 'Brussels', 'BE', 'Botox') },
  {
    // The request is later than his photos, which he sent 45 hours ago.
    email: 'bruno@flaira.example',
    hoursAgo: 40,
    request: from('Genève', 'CH', 'Lyon', 'FR', 'Laser'),
    team: {
      shared: 'We are asking two practitioners for dates.',
      admin_private_note: 'Asked two practitioners in Lyon.',
      provider_initial_price_cents: 26_000,
    },
    question: 'Is there parking nearby?',
    answer: 'Yes, at the Bellecour car park, three minutes on foot.',
  },
  { email: 'carl@flaira.example', hoursAgo: 1, request: from('Marseille', 'FR', 'Marseille', 'FR', 'Laser') },
  {
    email: 'sofia@flaira.example',
    hoursAgo: 0.4,
    request: from('Lyon', 'FR', 'Brussels', 'BE', 'Botox', 'Any morning in the next three weeks suits me.'),
  },
  {
    email: 'noor@flaira.example',
    hoursAgo: 70,
    request: from('Dubai', 'AE', 'Paris', 'FR', 'Thread lift'),
    offer: {
      provider: 'vasseur',
      inDays: 9,
      at: '09:30',
      price_cents: 95_000,
      provider_price_cents: 78_000,
      note: '',
    },
  },
  {
    email: 'hugo@flaira.example',
    hoursAgo: 190,
    request: from('Montréal', 'CA', 'Nantes', 'FR', 'Mesotherapy'),
    ends: 'cancelled',
  },
  {
    email: 'hugo@flaira.example',
    hoursAgo: 55,
    request: from('Montréal', 'CA', 'Paris', 'FR', 'Other', 'I am in Paris for ten days.'),
    question: 'Can the appointment be on a Saturday?',
  },
  {
    email: 'anna@flaira.example',
    hoursAgo: 400,
    request: from('Zürich', 'CH', 'Paris', 'FR', 'Botox'),
    team: { shared: 'Everything went well.', admin_private_note: '', negotiated_price_cents: 21_000 },
    ends: 'done',
  },
];
