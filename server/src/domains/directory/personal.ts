import type { PersonalData } from '#server/platform/personal/personal-data.ts';

export const directoryData: PersonalData = {
  tables: {
    practitioner_profiles: {
      why: 'The public page of a practitioner who agreed to one',
      of: 'user_id',
      hidden: ['user_id', 'hidden_by'],
      mentions: ['hidden_by'],
      columns: {
        specialities: 'the specialities and treatments',
        languages: 'the languages',
        introduction_en: 'the person’s description of themselves',
        introduction_fr: 'the person’s description of themselves',
        listed_at: 'since when it is public',
        hidden_at: 'when an administrator hid it',
        hidden_by: 'the administrator who hid it',
        hidden_reason: 'the reason for hiding it',
      },
    },
    practitioner_places: {
      why: 'The places where a practitioner works',
      of: 'user_id',
      hidden: ['user_id'],
      columns: {
        street: 'the address',
        postal_code: 'the address',
        city: 'the address',
        country: 'the address',
        latitude: 'the place on the map',
        longitude: 'the place on the map',
      },
    },
  },
};
