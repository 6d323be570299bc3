import type { BookedState } from './bookings.ts';

/** States of a visit that are set by hand, on the day. */
export const VisitStates = ['booked', 'arrived', 'done', 'no_show'] as const;
export type VisitState = (typeof VisitStates)[number];

/** Done is final here: the desk reopens the appointment. */
const following: Readonly<Record<BookedState, readonly VisitState[]>> = {
  held: [],
  booked: ['arrived', 'done', 'no_show'],
  arrived: ['booked', 'done', 'no_show'],
  no_show: ['booked', 'arrived'],
  done: [],
  cancelled: [],
  released: [],
};

/** The states that a visit can change to from its current one. */
export const visitStatesAfter = (state: BookedState): readonly VisitState[] => following[state];
