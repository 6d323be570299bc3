import type { PersonalData } from '#server/platform/personal/personal-data.ts';

export const clinicsData: PersonalData = {
  tables: {
    clinics: {
      why: 'Clinics at which appointments take place',
      stays: 'while the clinic works with us; contains no personal data',
      columns: {},
    },
    clinic_sites: {
      why: 'Places of a clinic',
      stays: 'while the clinic works with us; contains no personal data',
      columns: {
        provider_id: 'its entry in the team’s list of providers',
        address: 'where it is',
        phone: 'how it is reached',
        country: 'the country of its holidays',
        timezone: 'its time zone',
        checked_at: 'when an administrator confirmed country and time zone',
      },
    },
    clinic_rooms: {
      why: 'Rooms and devices of a place',
      stays: 'while the clinic works with us; contains no personal data',
      columns: {},
    },
    clinic_members: {
      why: 'The people who work at a clinic',
      of: 'user_id',
      hidden: ['user_id', 'clinic_id'],
      columns: { role: 'as what' },
    },
    clinic_services: {
      why: 'Services that a clinic offers',
      stays: 'while the clinic works with us; contains no personal data',
      columns: {
        name_en: 'its name',
        name_fr: 'its name',
        minutes: 'how long it takes',
        buffer_before: 'minutes that stay free before',
        buffer_after: 'minutes that stay free after',
        lead_hours: 'the shortest time before the appointment',
        treatment: 'the name of the act in quotes',
        days_ahead: 'the longest time before the appointment',
        price_cents: 'the price',
        deposit_cents: 'the deposit',
        is_direct: 'whether patients choose a time themselves',
        is_video: 'whether it takes place in the browser',
        is_review: 'whether it is a review of a result after two weeks',
        free_until_hours: 'until when it can be cancelled free of charge',
      },
    },
    service_practitioners: {
      why: 'The practitioners who may carry out a service',
      of: 'user_id',
      hidden: 'all',
      columns: {},
    },
    service_rooms: {
      why: 'Rooms and devices that a service needs',
      stays: 'while the clinic works with us; contains no personal data',
      columns: {},
    },
    availability_rules: {
      why: 'Weekly hours of a practitioner',
      of: 'user_id',
      hidden: ['user_id', 'site_id'],
      columns: {
        weekday: 'the day of the week',
        starts: 'the beginning',
        ends: 'the end',
        valid_from: 'the first day',
        valid_to: 'the last day',
      },
    },
    availability_exceptions: {
      why: 'Exceptions to a practitioner’s weekly hours',
      of: 'user_id',
      hidden: ['user_id', 'site_id'],
      columns: { day: 'the day', kind: 'off, or extra hours', starts: 'from when', ends: 'until when' },
    },
    site_days: {
      why: 'Days on which a place is open or closed as an exception',
      stays: 'while the clinic works with us; contains no personal data',
      columns: { day: 'the day', is_open: 'open or closed' },
    },
  },
};
