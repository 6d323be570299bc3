import { bookings as contract } from '#contract/bookings.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { listSlots, listSlotsForDesk } from './find-slots.ts';

/** One line for each procedure: the caller whom its declaration admits, then the use case. */
export function bookingsRouter(ctx: Context) {
  const os = implementContract(contract);
  return os.router({
    listSlots: os.listSlots.handler(({ context, input }) => listSlots(ctx, context.caller, input)),
    adminListSlots: os.adminListSlots.handler(({ context, input }) => listSlotsForDesk(ctx, context.caller, input)),
  });
}
