import { bookings as contract } from '#contract/bookings.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';

/** One line for each procedure: the caller whom its declaration admits, then the use case. */
export function bookingsRouter(_ctx: Context) {
  const os = implementContract(contract);
  return os.router({});
}
