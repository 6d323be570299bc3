import { evidence as contract } from '#contract/evidence.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { getEvidence } from './report.ts';

export function evidenceRouter(ctx: Context) {
  const os = implementContract(contract);
  return os.router({ getEvidence: os.getEvidence.handler(() => getEvidence(ctx)) });
}
