import { evidence as contract } from '#contract/evidence.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import {
  decideCalibration,
  drawCalibration,
  getCalibrations,
  proposeCalibration,
  withdrawCalibration,
} from './calibrate.ts';
import { getEvidence } from './report.ts';

export function evidenceRouter(ctx: Context) {
  const os = implementContract(contract);
  return os.router({
    getEvidence: os.getEvidence.handler(() => getEvidence(ctx)),
    getCalibrations: os.getCalibrations.handler(({ context }) => getCalibrations(ctx, context.caller)),
    proposeCalibration: os.proposeCalibration.handler(({ context, input }) =>
      proposeCalibration(ctx, context.caller, input.to),
    ),
    withdrawCalibration: os.withdrawCalibration.handler(({ context, input }) =>
      withdrawCalibration(ctx, context.caller, input.number),
    ),
    drawCalibration: os.drawCalibration.handler(({ context, input }) =>
      drawCalibration(ctx, context.caller, input.number, input.treatment),
    ),
    decideCalibration: os.decideCalibration.handler(({ context, input }) =>
      decideCalibration(ctx, context.caller, input),
    ),
  });
}
