import { all, nobody, type Rows, type Subjects } from './callers.ts';

const aService = {
  name_en: 'Consultation',
  name_fr: 'Consultation',
  minutes: 30,
  buffer_before: 0,
  buffer_after: 10,
  lead_hours: 24,
  days_ahead: 90,
  price_cents: null,
  deposit_cents: null,
  currency: 'EUR',
  is_direct: false,
  is_video: false,
  free_until_hours: 48,
  is_active: true,
  practitioner_ids: [],
  room_ids: [],
};
/** The clinic and the place of an entry of the provider list have its id. */
const ofProvider = ({ appointments: { provider } }: Subjects) => ({ clinic_id: provider });
/** Nobody works there. */
const aStranger = (subjects: Subjects) => ({ ...ofProvider(subjects), user_id: nobody });
const hours = { rules: [], exceptions: [], version: 'v' };

/** Places, people and hours. */
export const clinicsAnswers: Rows = {
  'clinics.adminListClinics': {},
  'clinics.adminGetClinic': { input: ofProvider },
  'clinics.adminSaveClinic': { input: () => ({ name: 'Clinique Lumière' }) },
  'clinics.adminSaveSite': {
    input: (subjects) => ({ ...ofProvider(subjects), name: 'Rive droite', country: 'FR', timezone: 'Europe/Paris' }),
  },
  'clinics.adminSaveRoom': {
    input: ({ appointments: { provider } }) => ({ site_id: provider, name: 'Room 1', kind: 'room' }),
  },
  // Nobody has this address.
  'clinics.adminSaveMember': {
    input: (subjects) => ({ ...ofProvider(subjects), email: 'nobody@example.org', role: 'owner' }),
    expected: all(400),
  },
  'clinics.adminRemoveMember': { input: aStranger, expected: all(404) },
  'clinics.adminSaveService': { input: (subjects) => ({ ...ofProvider(subjects), ...aService }) },
  'clinics.adminGetHours': { input: aStranger, expected: all(404) },
  'clinics.adminSaveHours': { input: (subjects) => ({ ...aStranger(subjects), ...hours }), expected: all(404) },
  'clinics.adminGetSiteDays': { input: ({ appointments: { provider } }) => ({ site_id: provider }) },
  // It differs from the version that was shown.
  'clinics.adminSaveSiteDays': {
    input: ({ appointments: { provider } }) => ({ site_id: provider, days: [], version: 'v' }),
    expected: all(409),
  },
  'clinics.getMyHours': {},
  'clinics.saveMyHours': { input: () => hours, expected: all(409) },
};
