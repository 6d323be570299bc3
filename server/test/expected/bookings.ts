import { all, nobody, type Rows } from './callers.ts';

const unknown = { input: () => ({ id: nobody }), expected: all(404) };

/** Calendars of practitioners and sites. */
export const bookingsAnswers: Rows = {
  'bookings.listMyCalendars': {},
  'bookings.makeMyCalendarFeed': { input: () => ({ shows_names: false }) },
  'bookings.revokeMyCalendarFeed': unknown,
  'bookings.addBusyCalendar': { input: () => ({ address: 'https://calendar.invalid/a.ics', name: '' }) },
  'bookings.removeBusyCalendar': unknown,
  'bookings.adminListSiteCalendars': {},
  'bookings.adminMakeSiteCalendar': { input: () => ({ site_id: nobody, shows_names: false }), expected: all(404) },
  'bookings.adminRevokeSiteCalendar': unknown,
};
