import { video as contract } from '#contract/video.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { cancelVisit } from './cancel-visit.ts';
import { consentToVideo } from './consent.ts';
import { enterVisit, leaveVisit } from './enter-visit.ts';
import { getPictures } from './get-pictures.ts';
import { getVisit, listCaseVisits, listDoctorVisits, listMyVisits } from './list-visits.ts';
import { planVisit } from './plan-visit.ts';
import { sendSignal, takeSignals } from './signals.ts';

/** Connects each procedure to its use case. The contract declares which callers may use a procedure. */
export function videoRouter(ctx: Context) {
  const os = implementContract(contract);
  return os.router({
    planVideoVisit: os.planVideoVisit.handler(({ context, input }) =>
      planVisit(ctx, context.caller, input.case_id, new Date(input.planned_at)),
    ),
    cancelVideoVisit: os.cancelVideoVisit.handler(({ context, input }) =>
      cancelVisit(ctx, context.caller, input.visit_id),
    ),
    listCaseVideoVisits: os.listCaseVideoVisits.handler(({ context, input }) =>
      listCaseVisits(ctx, context.caller, input.case_id),
    ),
    listMyVideoVisits: os.listMyVideoVisits.handler(({ context }) => listMyVisits(ctx, context.caller)),
    listDoctorVideoVisits: os.listDoctorVideoVisits.handler(({ context }) => listDoctorVisits(ctx, context.caller)),
    getVideoVisit: os.getVideoVisit.handler(({ context, input }) => getVisit(ctx, context.caller, input.visit_id)),
    consentToVideo: os.consentToVideo.handler(({ context, input }) => consentToVideo(ctx, context.caller, input)),
    enterVideoVisit: os.enterVideoVisit.handler(({ context, input }) => enterVisit(ctx, context.caller, input)),
    sendVideoSignal: os.sendVideoSignal.handler(({ context, input }) => sendSignal(ctx, context.caller, input)),
    takeVideoSignals: os.takeVideoSignals.handler(({ context, input }) => takeSignals(ctx, context.caller, input)),
    leaveVideoVisit: os.leaveVideoVisit.handler(({ context, input }) => leaveVisit(ctx, context.caller, input)),
    getVideoPictures: os.getVideoPictures.handler(({ context, input }) =>
      getPictures(ctx, context.caller, input.visit_id),
    ),
  });
}
