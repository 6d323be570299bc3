import type { BookedState } from './bookings.ts';

/** States that a person can set by hand on the day of the visit. */
export const VisitStates = ['booked', 'arrived', 'done', 'no_show'] as const;
export type VisitState = (typeof VisitStates)[number];

/** The states that can follow each state. No state follows `done`, because only the team can reopen the appointment. */
const following: Readonly<Record<BookedState, readonly VisitState[]>> = {
  held: [],
  booked: ['arrived', 'done', 'no_show'],
  arrived: ['booked', 'done', 'no_show'],
  no_show: ['booked', 'arrived'],
  done: [],
  cancelled: [],
  released: [],
};

/** Returns the states to which a visit can change from its current state. */
export const visitStatesAfter = (state: BookedState): readonly VisitState[] => following[state];
