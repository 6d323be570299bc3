import type { Plan } from '#contract/base.ts';
import { DeliveryHours } from '#contract/cases.ts';

/**
 * The benefits of a plan. `simulations` is a total for the free plan, and a number in any twelve months for a paid
 * plan.
 */
export interface Entitlements {
  readonly simulations: number;
  readonly redos: number;
  /** Hours from the receipt of a request to the promised simulation. */
  readonly delivery_hours: number;
  readonly has_feedback: boolean;
  readonly has_direct_doctor_access: boolean;
  /**
   * True if the plan opens the communities for paying members. The community domain decides in viewer.ts which
   * communities these are.
   */
  readonly has_members_communities: boolean;
  readonly has_exclusive_view: boolean;
  /** True if the doctor simulates the whole face, not only the areas that the patient named. */
  readonly has_full_face: boolean;
}

const free: Entitlements = {
  simulations: 1,
  redos: 1,
  delivery_hours: DeliveryHours.free,
  has_feedback: false,
  has_direct_doctor_access: false,
  has_members_communities: false,
  has_exclusive_view: false,
  has_full_face: false,
};
const essential: Entitlements = {
  ...free,
  simulations: 2,
  delivery_hours: DeliveryHours.essential,
  has_feedback: true,
  has_members_communities: true,
};
const plus: Entitlements = {
  ...essential,
  delivery_hours: DeliveryHours.plus,
  has_direct_doctor_access: true,
  has_exclusive_view: true,
};
const elite: Entitlements = { ...plus, delivery_hours: DeliveryHours.elite, has_full_face: true };

export const entitlements: Readonly<Record<Plan, Entitlements>> = { free, essential, plus, elite };

/** Returns whether the patient may write to the doctor about a case. */
export const hasFeedback = (plan: Plan): boolean => entitlements[plan].has_feedback;

/** Returns how many further versions of each simulation a patient may request. */
export const redosOf = (plan: Plan): number => entitlements[plan].redos;

export const YEAR_MS = 365 * 86_400_000;

/**
 * Returns how many simulations may still be requested. The free plan includes one in total. A paid plan includes its
 * number of simulations in any twelve months.
 */
export function simulationsLeft(plan: Plan, receivedAt: readonly Date[], now: Date): number {
  const since = now.getTime() - YEAR_MS;
  const used = plan === 'free' ? receivedAt : receivedAt.filter((at) => at.getTime() > since);
  return Math.max(0, entitlements[plan].simulations - used.length);
}

const HOUR_MS = 3_600_000;

/**
 * Returns the time by which a simulation is due. The caller stores this time with the request, so that a later change
 * of plan does not move the due time.
 */
export const dueAt = (plan: Plan, receivedAt: Date): Date =>
  new Date(receivedAt.getTime() + entitlements[plan].delivery_hours * HOUR_MS);
