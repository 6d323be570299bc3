import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';

export { dueAt, entitlements, type Entitlements } from './entitlements.ts';
export { isPaidForExclusiveView, resolvePlan } from './plan.ts';

/** Plans and what they include. Called once, before the service listens. */
export function register(_ctx: Context): Registered<undefined> {
  return {};
}
