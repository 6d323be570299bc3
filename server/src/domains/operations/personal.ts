import type { PersonalData } from '#server/platform/personal/personal-data.ts';

export const operationsData: PersonalData = {
  tables: {},
  mentions: { incidents: ['opened_by', 'closed_by'], incident_steps: ['settled_by'] },
};
