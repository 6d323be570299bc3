import type { PersonalData } from '#server/platform/personal/personal-data.ts';

export const videoData: PersonalData = {
  tables: {
    video_visits: {
      why: 'Video visits with a practitioner. Sound and picture are not recorded',
      of: 'patient_id',
      hidden: [
        'time_id',
        'planned_by',
        'cancelled_by',
        'doctor_page',
        'doctor_seen_at',
        'patient_page',
        'patient_seen_at',
      ],
      kept: 'record',
      mentions: ['planned_by', 'cancelled_by'],
      columns: {
        time_id: 'the time of the appointment, if it is one by video',
        planned_at: 'the time that was agreed',
        planned_by: 'the person who invited the patient',
        consent_version: 'the wording that the patient agreed to',
        consent_language: 'the language of that wording',
        consented_at: 'when the patient agreed',
        started_at: 'when both people were connected',
        cancelled_by: 'the person who cancelled it',
        doctor_page: 'the page on which the doctor has it open',
        doctor_seen_at: 'when that page last sent a request',
        patient_page: 'the page on which the patient has it open',
        patient_seen_at: 'when that page last sent a request',
      },
    },
    video_reminders: {
      why: 'Reminders of video visits that were sent, so that none is sent twice',
      of: 'visit_id>video_visits',
      kept: 'record',
      columns: { visit_id: 'the visit it belongs to', minutes_before: 'which of the two' },
    },
    video_signals: {
      why: 'Signals with which the two browsers of a video visit connect',
      of: 'visit_id>video_visits',
      hidden: 'all',
      stays: 'until the other browser has read it, at most until the visit is over',
      columns: {
        place: 'the order of the signals',
        visit_id: 'the visit it belongs to',
        to_side: 'the recipient',
        to_page: 'the page that receives it',
        from_page: 'the page that sent it',
        number: 'the number of the signal on the sending page',
        signal: 'formats of sound and picture, and network addresses of the browser',
      },
    },
  },
};
