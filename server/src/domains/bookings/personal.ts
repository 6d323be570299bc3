import type { PersonalData } from '#server/platform/personal/personal-data.ts';

export const bookingsData: PersonalData = {
  tables: {
    booked_times: {
      why: 'Booked times of practitioners and rooms, without the patient',
      of: 'practitioner_id',
      hidden: ['practitioner_id', 'clinic_id', 'site_id', 'service_id', 'room_id'],
      columns: {
        during: 'the beginning and the end',
        blocked: 'the time including the buffers',
        held_until: 'until when it is held',
        late_minutes: 'how late the patient came',
        calendar_sequence: 'the version of the calendar entry, by which it replaces older ones',
      },
    },
    busy_feeds: {
      why: 'Other calendars of a practitioner, whose busy times cannot be booked',
      of: 'user_id',
      hidden: ['user_id', 'etag'],
      columns: {
        address: 'the address from which it is read',
        read_at: 'when it was read last',
        failed_at: 'when it could not be read',
        fault: 'the reason for a failure',
        etag: 'the etag, which shows a change',
        filled_at: 'when its content was last stored',
      },
    },
    busy_times: {
      why: 'Busy times of these other calendars, without their subject',
      of: 'user_id',
      hidden: ['user_id', 'feed_id'],
      columns: { feed_id: 'the calendar', during: 'when' },
    },
    calendar_feeds: {
      why: 'Secret addresses at which a calendar program reads appointments',
      of: 'user_id',
      hidden: ['user_id', 'site_id', 'created_by', 'secret_hash'],
      mentions: ['created_by'],
      columns: {
        secret_hash: 'checks the address',
        shows_names: 'whether it names the patients',
        read_at: 'when it was read last',
        revoked_at: 'since when it is no longer valid',
      },
    },
    freed_times: {
      why: 'Times that became free, until they have been offered to the waiting list',
      of: 'practitioner_id',
      hidden: 'all',
      columns: { time_id: 'the appointment time that was there', during: 'when', freed_at: 'since when' },
    },
  },
};
