import { agenda as contract } from '#contract/agenda.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { listBookedTimes, listMyAgenda, listUnrecorded } from './agenda.ts';
import { moveVisitAtDesk, setVisitStateAtDesk } from './desk/change-visit.ts';
import { listClinicTimes } from './desk/list-clinic-times.ts';
import { moveVisit } from './move-visit.ts';
import { setVisitState } from './set-visit-state.ts';

/**
 * Maps the API procedures about visits to their use cases. Practitioners list their own visits, the desk of a clinic
 * lists the visits of that clinic, and administrators list all visits.
 */
export function agendaRouter(ctx: Context) {
  const os = implementContract(contract);
  return os.router({
    listMyAgenda: os.listMyAgenda.handler(({ context, input }) => listMyAgenda(ctx, context.caller, input)),
    listVisitsWithoutRecord: os.listVisitsWithoutRecord.handler(({ context }) => listUnrecorded(ctx, context.caller)),
    setVisitState: os.setVisitState.handler(({ context, input }) => setVisitState(ctx, context.caller, input)),
    adminListBookedTimes: os.adminListBookedTimes.handler(({ context, input }) =>
      listBookedTimes(ctx, context.caller, input),
    ),
    deskListTimes: os.deskListTimes.handler(({ context, input }) => listClinicTimes(ctx, context.caller, input)),
    deskSetVisitState: os.deskSetVisitState.handler(({ context, input }) =>
      setVisitStateAtDesk(ctx, context.caller, input),
    ),
    deskMoveTime: os.deskMoveTime.handler(({ context, input }) => moveVisitAtDesk(ctx, context.caller, input)),
    adminMoveBookedTime: os.adminMoveBookedTime.handler(({ context, input }) => moveVisit(ctx, context.caller, input)),
  });
}
