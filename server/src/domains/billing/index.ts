import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';

export { dueAt, hasFeedback, redosOf } from './entitlements.ts';
export { resolvePlan } from './plan.ts';

/** Plans and what they include. Called once, before the service listens. */
export function register(_ctx: Context): Registered<undefined> {
  return {};
}
