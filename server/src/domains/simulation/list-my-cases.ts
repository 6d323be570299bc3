import type { MyCase } from '#contract/simulation.ts';
import { namesOf } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withUser } from '#server/platform/db/db.ts';
import { listOfPatient } from './cases.queries.ts';

/** Where the patient's cases stand. Nothing of a draft. */
export const listMyCases = (ctx: Context, patientId: string): Promise<MyCase[]> =>
  withUser(ctx.db, patientId, async (tx) => {
    const rows = await listOfPatient(tx, patientId);
    const names = await namesOf(
      tx,
      rows.flatMap((row) => row.practitioner_id ?? []),
    );
    return rows.map(({ id, number, status, plan, received_at, due_at, taken_at, published_at, practitioner_id }) => ({
      id,
      number,
      status,
      plan,
      received_at: received_at.toISOString(),
      due_at: due_at.toISOString(),
      taken_at: taken_at?.toISOString() ?? null,
      published_at: published_at?.toISOString() ?? null,
      practitioner_name: names.get(practitioner_id ?? '') ?? null,
    }));
  });
