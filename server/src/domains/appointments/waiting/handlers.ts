import { waitingList as contract } from '#contract/waiting-list.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { adminEndWait, adminListWaits } from './admin-waits.ts';
import { endMyWait, listMyWaits, resumeMyWait, waitForTime } from './my-waits.ts';

/** Maps the API procedures of the waiting list to their use cases. */
export function waitingRouter(ctx: Context) {
  const os = implementContract(contract);
  return os.router({
    listMyWaits: os.listMyWaits.handler(({ context }) => listMyWaits(ctx, context.caller)),
    waitForTime: os.waitForTime.handler(({ context, input }) => waitForTime(ctx, context.caller, input)),
    endMyWait: os.endMyWait.handler(({ context, input }) => endMyWait(ctx, context.caller, input.wait_id)),
    resumeMyWait: os.resumeMyWait.handler(({ context, input }) => resumeMyWait(ctx, context.caller, input.wait_id)),
    adminListWaits: os.adminListWaits.handler(({ context, input }) =>
      adminListWaits(ctx, context.caller, input.clinic_id),
    ),
    adminEndWait: os.adminEndWait.handler(({ context, input }) => adminEndWait(ctx, context.caller, input)),
  });
}
