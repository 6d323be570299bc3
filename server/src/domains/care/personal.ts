import type { PersonalData } from '#server/platform/personal/personal-data.ts';

export const careData: PersonalData = {
  tables: {
    medical_histories: {
      why: 'The medical history: answers that rule a treatment out or change it',
      of: 'user_id',
      hidden: ['user_id'],
      kept: 'record',
      columns: { answers: 'illnesses, medicines, pregnancy, earlier fillers' },
    },
    medical_history_drafts: {
      why: 'Health questions that are answered in part, so that they can be finished later or on another device',
      of: 'user_id',
      hidden: ['user_id'],
      columns: { answers: 'the answers so far', medicines: 'medicines and supplements' },
    },
    expectation_screens: {
      why: 'The expectation screen: whether someone should talk with a doctor before anything else',
      of: 'user_id',
      hidden: ['user_id', 'reviewed_by'],
      mentions: ['reviewed_by'],
      columns: {
        answers: 'four answers about distress over one’s looks',
        is_positive: 'whether a talk is advised',
        reviewed_by: 'the doctor who talked with the person',
        reviewed_at: 'when they talked',
        review_note: 'the result of the talk',
      },
    },
    urgent_reports: {
      why: 'Urgent reports of signs after a treatment',
      of: 'user_id',
      hidden: ['user_id', 'owner_id', 'acknowledged_by', 'settled_by'],
      mentions: ['owner_id', 'acknowledged_by', 'settled_by'],
      columns: {
        signs: 'the reported signs',
        note: 'the patient’s text',
        reported_at: 'when it was reported',
        owner_id: 'the person in charge',
        acknowledged_at: 'when someone took it over',
        acknowledged_by: 'the person who took it over',
        escalated_at: 'when it was escalated to everyone',
        settled_at: 'when it was closed',
        settled_by: 'the person who closed it',
        settlement: 'what was done',
        phone: 'the number to call, if it is not the one of the account',
      },
    },
    case_messages: {
      why: 'Messages between patient and doctor',
      of: 'case_id>cases',
      hidden: ['author_id', 'place'],
      mentions: ['author_id'],
      columns: { place: 'the position in the conversation', is_staff: 'whether a member of staff wrote it' },
    },
    treatment_dates: {
      why: 'The day of a treatment, after which the patient is asked about the outcome',
      of: 'case_id>cases',
      columns: {
        treated_on: 'the day',
        told_on: 'the day that the patient gave',
        told_at: 'when the patient reported it',
      },
    },
    outcome_checks: {
      why: 'The patient’s report about the result',
      of: 'case_id>cases',
      columns: {
        match: 'how close the result is to the simulation',
        satisfaction: 'how satisfied the patient is',
        events: 'the problems that the patient reported',
      },
    },
    outcome_reminders: {
      why: 'Requests for an outcome report that were sent, so that none is sent twice',
      of: 'case_id>cases',
    },
  },
};
