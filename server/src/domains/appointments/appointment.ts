import type { AppointmentStatus } from '#contract/appointment-status.ts';
import { Refusal } from '#server/platform/refusal.ts';

/**
 * The state of an appointment. Only the functions of this file define how the state changes. They use neither the clock
 * nor the database: they take a state and an action, and return the next state or throw a refusal. The use cases handle
 * history, emails and refunds.
 */
export interface AppointmentState {
  readonly status: AppointmentStatus;
  /**
   * The offer in force. `open`: the offer waits for its payment. `agreed`: the team confirmed the appointment without a
   * payment. `paid`: the offer was paid. It stays `paid` after a refund, until another offer replaces it.
   */
  readonly offer: 'open' | 'paid' | 'agreed' | null;
  /** True if everything that was paid for the offer in force was refunded. */
  readonly isRefunded: boolean;
}

export type Settable = Exclude<AppointmentStatus, 'awaiting_payment'>;

export type Action =
  /** Someone sets a status, usually an administrator. */
  | { readonly kind: 'set_status'; readonly to: Settable; readonly reason: string }
  | { readonly kind: 'make_offer'; readonly reason: string }
  /** The offer has expired. */
  | { readonly kind: 'lapse' }
  /**
   * An offer has expired unpaid. The patient had booked its time without the team, so the team does not need to find
   * another time, and the appointment is cancelled.
   */
  | { readonly kind: 'let_go' }
  /** The offer in force was paid in time. */
  | { readonly kind: 'pay' }
  | { readonly kind: 'refund_all' }
  /** The patient withdraws a request that is neither confirmed nor paid. */
  | { readonly kind: 'withdraw' };

const refuse = (code: string, data?: unknown): never => {
  throw new Refusal(code, data);
};

export const isPaid = ({ offer, isRefunded }: AppointmentState): boolean => offer === 'paid' && !isRefunded;

/**
 * Returns the state after the action. @throws Refusal STATUS_UNCHANGED, REASON_REQUIRED, ALREADY_PAID,
 * NOT_IN_THIS_STATE
 */
export function transition(state: AppointmentState, action: Action): AppointmentState {
  switch (action.kind) {
    case 'set_status':
      return setStatus(state, action.to, action.reason);
    case 'make_offer':
      return makeOffer(state, action.reason);
    case 'lapse':
      return state.offer === 'open' ? { status: 'in_progress', offer: null, isRefunded: false } : wrongState(state);
    case 'let_go':
      return state.offer === 'open' ? { status: 'cancelled', offer: null, isRefunded: false } : wrongState(state);
    case 'pay':
      return state.offer === 'open' ? { status: 'confirmed', offer: 'paid', isRefunded: false } : wrongState(state);
    case 'refund_all':
      return state.offer === 'paid' ? { ...state, isRefunded: true } : wrongState(state);
    case 'withdraw':
      return canWithdraw(state) ? { status: 'cancelled', offer: null, isRefunded: false } : wrongState(state);
  }
}

const wrongState = ({ status }: AppointmentState): never => refuse('NOT_IN_THIS_STATE', { status });

function setStatus(state: AppointmentState, to: Settable, reason: string): AppointmentState {
  if (state.status === to) return refuse('STATUS_UNCHANGED');
  const needsReason = state.status === 'done' || (to === 'confirmed' && !isPaid(state));
  if (needsReason && reason.trim() === '') return refuse('REASON_REQUIRED');
  return { ...state, status: to, offer: offerAfter(state, to) };
}

/**
 * Returns the offer in force after a change of the status. A paid offer stays `paid`. An open or agreed offer becomes
 * `agreed` if the appointment becomes confirmed or done, and can then no longer be paid. With any other new status,
 * such an offer ends.
 */
function offerAfter({ offer }: AppointmentState, to: Settable): AppointmentState['offer'] {
  if (offer === 'paid' || offer === null) return offer;
  return to === 'confirmed' || to === 'done' ? 'agreed' : null;
}

function makeOffer(state: AppointmentState, reason: string): AppointmentState {
  if (isPaid(state)) return refuse('ALREADY_PAID');
  if (state.status === 'done' && reason.trim() === '') return refuse('REASON_REQUIRED');
  return { status: 'awaiting_payment', offer: 'open', isRefunded: false };
}

/**
 * Returns whether the patient can withdraw the request: the appointment is neither confirmed nor paid, so no money has
 * to be refunded. Any other appointment is cancelled by `cancelDirect`, `declineAlternatives` or the team.
 */
export const canWithdraw = (state: AppointmentState): boolean =>
  !isPaid(state) && ['pending', 'in_progress', 'awaiting_payment'].includes(state.status);

/**
 * Returns whether the patient may request another date or a cancellation. There must be a date or an offer to change.
 */
export const canAskForChange = (state: AppointmentState): boolean =>
  state.status !== 'cancelled' &&
  state.status !== 'done' &&
  (isPaid(state) || (state.offer !== null && ['awaiting_payment', 'confirmed'].includes(state.status)));

/**
 * Returns whether calendars show the appointment. When an appointment is no longer confirmed or done, its calendar
 * event has to be removed.
 */
export const isScheduled = ({ status, offer }: AppointmentState): boolean =>
  offer !== null && (status === 'confirmed' || status === 'done');

/**
 * True if the team may set this status only for a known adult: on a confirmation, and on `done` for an appointment that
 * nobody confirmed.
 */
export const needsAdult = (state: AppointmentState, to: Settable): boolean =>
  to === 'confirmed' || (to === 'done' && state.status !== 'confirmed' && !isScheduled(state));
