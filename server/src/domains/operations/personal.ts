import type { PersonalData } from '#server/platform/personal/personal-data.ts';

export const operationsData: PersonalData = {
  tables: {
    incidents: {
      why: 'Register of personal data breaches (GDPR, article 33(5))',
      stays: 'permanently; names only the administrator who recorded it',
      mentions: ['opened_by', 'closed_by'],
      columns: {
        title: 'what happened, in a few words',
        summary: 'the known facts',
        noticed_at: 'when it was noticed',
        risk: 'risk to people',
        people: 'how many people',
        opened_by: 'the person who recorded it',
        opened_at: 'when it was recorded',
        closed_by: 'the person who closed it',
        closed_at: 'when it was closed',
      },
    },
    incident_steps: {
      why: 'Steps taken after a personal data breach',
      stays: 'with the register',
      mentions: ['settled_by'],
      columns: {
        incident_id: 'the incident',
        step: 'the step',
        state: 'done or not needed',
        note: 'the action, or the reason why it was not needed',
        settled_by: 'the person who settled it',
        settled_at: 'when it was settled',
      },
    },
  },
};
