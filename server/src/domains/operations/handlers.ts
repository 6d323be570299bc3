import { operations as contract } from '#contract/admin.ts';
import { incidents as incidentsContract } from '#contract/incidents.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { assessIncident, closeIncident, listIncidents, openIncident, settleStep } from './incidents.ts';
import { checkChain, readAudit } from './read-audit.ts';
import { readHealth } from './read-health.ts';
import { tryAgain } from './try-again.ts';

export function operationsRouter(ctx: Context) {
  const os = implementContract(contract);
  return os.router({
    adminListAudit: os.adminListAudit.handler(({ input }) => readAudit(ctx, input ?? { limit: 100 })),
    adminCheckAuditChain: os.adminCheckAuditChain.handler(() => checkChain(ctx)),
    adminGetHealth: os.adminGetHealth.handler(() => readHealth(ctx)),
    adminTryAgain: os.adminTryAgain.handler(({ context, input }) => tryAgain(ctx, context.caller, input)),
  });
}

export function incidentsRouter(ctx: Context) {
  const os = implementContract(incidentsContract);
  return os.router({
    adminListIncidents: os.adminListIncidents.handler(() => listIncidents(ctx)),
    adminOpenIncident: os.adminOpenIncident.handler(({ context, input }) => openIncident(ctx, context.caller, input)),
    adminAssessIncident: os.adminAssessIncident.handler(({ context, input }) =>
      assessIncident(ctx, context.caller, input),
    ),
    adminSettleIncidentStep: os.adminSettleIncidentStep.handler(({ context, input }) =>
      settleStep(ctx, context.caller, input),
    ),
    adminCloseIncident: os.adminCloseIncident.handler(({ context, input }) =>
      closeIncident(ctx, context.caller, input),
    ),
  });
}
