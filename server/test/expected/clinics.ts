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
/** Returns the clinic of an entry in the provider list. The clinic and its site have the same id as the entry. */
const ofProvider = ({ appointments: { provider } }: Subjects) => ({ clinic_id: provider });
/** Returns a practitioner who does not work at this clinic. */
const aStranger = (subjects: Subjects) => ({ ...ofProvider(subjects), user_id: nobody });
const hours = { rules: [], exceptions: [], version: 'v' };

/** Expected responses of the procedures for clinics, their sites, members and hours. */
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
  // No account has this address.
  'clinics.adminSaveMember': {
    input: (subjects) => ({ ...ofProvider(subjects), email: 'nobody@example.org', role: 'owner' }),
    expected: all(400),
  },
  'clinics.adminInviteDesk': {
    input: (subjects) => ({
      ...ofProvider(subjects),
      email: 'reception@example.org',
      first_name: 'Nadia',
      last_name: 'Lopez',
      language: 'fr',
    }),
  },
  'clinics.adminRemoveMember': { input: aStranger, expected: all(404) },
  'clinics.adminSaveService': { input: (subjects) => ({ ...ofProvider(subjects), ...aService }) },
  'clinics.adminGetHours': { input: aStranger, expected: all(404) },
  'clinics.adminSaveHours': { input: (subjects) => ({ ...aStranger(subjects), ...hours }), expected: all(404) },
  'clinics.adminGetSiteDays': { input: ({ appointments: { provider } }) => ({ site_id: provider }) },
  // The version differs from the current version. The save succeeds, because it changes nothing.
  'clinics.adminSaveSiteDays': {
    input: ({ appointments: { provider } }) => ({ site_id: provider, days: [], version: 'v' }),
  },
  'clinics.deskListClinics': {},
  'clinics.deskGetHours': { input: aStranger, expected: all(404) },
  'clinics.deskSaveHours': { input: (subjects) => ({ ...aStranger(subjects), ...hours }), expected: all(404) },
  'clinics.deskGetSiteDays': { input: ({ appointments: { provider } }) => ({ site_id: provider }) },
  'clinics.deskSaveSiteDays': {
    input: ({ appointments: { provider } }) => ({ site_id: provider, days: [], version: 'v' }),
  },
  'clinics.getMyHours': {},
  'clinics.saveMyHours': { input: () => hours },

  'waitingList.listMyWaits': {},
  // The service does not exist.
  'waitingList.waitForTime': {
    input: () => ({
      service_id: nobody,
      practitioner_id: null,
      site_id: null,
      first_day: '2026-12-01',
      last_day: '2026-12-02',
      part: 'any',
      timezone: 'Europe/Paris',
    }),
    expected: all(404),
  },
  'waitingList.endMyWait': { input: () => ({ wait_id: nobody }), expected: all(404) },
  'waitingList.resumeMyWait': { input: () => ({ wait_id: nobody }), expected: all(404) },
  'waitingList.adminListWaits': { input: ({ appointments: { provider } }) => ({ clinic_id: provider }) },
  'waitingList.adminEndWait': { input: () => ({ wait_id: nobody, reason: 'Asked for it.' }), expected: all(404) },
};
