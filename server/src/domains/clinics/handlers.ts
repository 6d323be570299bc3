import { clinics as contract } from '#contract/clinics.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';

/** One line for each procedure: the caller whom its declaration admits, then the use case. */
export function clinicsRouter(_ctx: Context) {
  const os = implementContract(contract);
  return os.router({});
}
