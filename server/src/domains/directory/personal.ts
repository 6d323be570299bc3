import type { PersonalData } from '#server/platform/personal/personal-data.ts';

export const directoryData: PersonalData = {
  tables: {
    practitioner_profiles: {
      why: 'The public page of a practitioner who agreed to one',
      of: 'user_id',
      hidden: ['user_id', 'hidden_by'],
      mentions: ['hidden_by'],
      columns: {
        specialities: 'what they do',
        languages: 'what they speak',
        introduction_en: 'what they say of themselves',
        introduction_fr: 'what they say of themselves',
        listed_at: 'since when it is public',
        hidden_at: 'when an administrator took it away',
        hidden_by: 'who did',
        hidden_reason: 'why',
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
