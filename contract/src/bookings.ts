import * as z from 'zod';

/** Time that is taken: held for a patient until an offer expires, booked, and what became of it. */
export const BookedStates = ['held', 'booked', 'arrived', 'done', 'no_show', 'cancelled', 'released'] as const;
export const BookedState = z.enum(BookedStates);
export type BookedState = z.infer<typeof BookedState>;

export const bookings = {};
