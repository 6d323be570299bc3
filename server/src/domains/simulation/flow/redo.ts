import type { Plan } from '#contract/base.ts';
import { redosOf } from '#server/domains/billing/index.ts';
import type { Tx } from '#server/platform/db/db.ts';
import * as flow from './case-flow.queries.ts';

/**
 * The redos of a case. `asked` contains the requests. `left` is the number of redos that the patient may still request.
 */
export interface Redos {
  readonly left: number;
  readonly asked: readonly { readonly requested_at: Date; readonly wishes: string }[];
}

/**
 * Returns the redos of each case. `left` is the number of redos in the case's subscription plan plus the granted redos,
 * minus the requested redos.
 */
export async function mapRedos(tx: Tx, rows: readonly { id: string; plan: Plan }[]): Promise<Map<string, Redos>> {
  const ids = rows.map((row) => row.id);
  const [asked, credits] = [await flow.listRedos(tx, ids), await flow.mapCredits(tx, ids)];
  return new Map(
    rows.map(({ id, plan }) => {
      const own = asked.filter((redo) => redo.case_id === id);
      return [id, { left: Math.max(0, redosOf(plan) + (credits.get(id) ?? 0) - own.length), asked: own }];
    }),
  );
}
