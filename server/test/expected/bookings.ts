import { all, nobody, type Rows } from './callers.ts';

const aDay = { from: '2026-12-01T00:00:00Z', to: '2026-12-02T00:00:00Z' };
const unknown = { input: () => ({ id: nobody }), expected: all(404) };

/**
 * Expected responses of the procedures for bookable times and calendars. In this test there is no service that could be
 * booked.
 */
export const bookingsAnswers: Rows = {
  'bookings.listSlots': { input: () => ({ service_id: nobody, ...aDay }), expected: all(404) },
  'bookings.adminListSlots': { input: () => ({ service_id: nobody, ...aDay }), expected: all(404) },
  'bookings.listMyCalendars': {},
  'bookings.makeMyCalendarFeed': { input: () => ({ shows_names: false }) },
  'bookings.revokeMyCalendarFeed': unknown,
  'bookings.addBusyCalendar': { input: () => ({ address: 'https://calendar.invalid/a.ics', name: '' }) },
  'bookings.removeBusyCalendar': unknown,
  'bookings.adminListSiteCalendars': {},
  'bookings.adminMakeSiteCalendar': { input: () => ({ site_id: nobody, shows_names: false }), expected: all(404) },
  'bookings.adminRevokeSiteCalendar': unknown,
  'bookings.deskListSiteCalendars': {},
  'bookings.deskMakeSiteCalendar': { input: () => ({ site_id: nobody, shows_names: false }), expected: all(404) },
  'bookings.deskRevokeSiteCalendar': unknown,
};
