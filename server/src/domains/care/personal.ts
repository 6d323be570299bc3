import type { PersonalData } from '#server/platform/personal/personal-data.ts';

export const careData: PersonalData = {
  tables: {
    medical_histories: { of: 'user_id', hidden: ['user_id'], kept: 'record' },
    medical_history_drafts: { of: 'user_id', hidden: ['user_id'] },
    expectation_screens: { of: 'user_id', hidden: ['user_id', 'reviewed_by'] },
    urgent_reports: {
      of: 'user_id',
      hidden: ['user_id', 'owner_id', 'acknowledged_by', 'settled_by'],
    },
    case_messages: { of: 'case_id>cases', hidden: ['author_id', 'place'] },
    treatment_dates: { of: 'case_id>cases' },
    outcome_checks: { of: 'case_id>cases' },
    outcome_reminders: { of: 'case_id>cases' },
  },
  mentions: {
    expectation_screens: ['reviewed_by'],
    urgent_reports: ['owner_id', 'acknowledged_by', 'settled_by'],
    case_messages: ['author_id'],
  },
};
