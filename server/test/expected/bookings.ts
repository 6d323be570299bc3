import { all, nobody, type Rows } from './callers.ts';

const aDay = { from: '2026-12-01T00:00:00Z', to: '2026-12-02T00:00:00Z' };

/** Bookable time. There is no such service. */
export const bookingsAnswers: Rows = {
  'bookings.listSlots': { input: () => ({ service_id: nobody, ...aDay }), expected: all(404) },
  'bookings.adminListSlots': { input: () => ({ service_id: nobody, ...aDay }), expected: all(404) },
};
