import type { PersonalData } from '#server/platform/personal/personal-data.ts';

export const directoryData: PersonalData = {
  tables: {
    practitioner_profiles: { of: 'user_id', hidden: ['user_id', 'hidden_by'] },
    practitioner_places: { of: 'user_id', hidden: ['user_id'] },
  },
  mentions: { practitioner_profiles: ['hidden_by'] },
};
