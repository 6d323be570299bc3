import type { MyCase, PhotoRequest } from '#contract/cases.ts';
import { namesOf } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withUser } from '#server/platform/db/db.ts';
import { listOfPatient } from './cases.queries.ts';
import { listOpenRequests, type PhotoRequestRow } from './flow/case-flow.queries.ts';
import { mapRedos } from './flow/redo.ts';

/** Where the patient's cases stand. Nothing of a draft. */
export const listMyCases = (ctx: Context, patientId: string): Promise<MyCase[]> =>
  withUser(ctx.db, patientId, async (tx) => {
    const rows = await listOfPatient(tx, patientId);
    const names = await namesOf(
      tx,
      rows.flatMap((row) => row.practitioner_id ?? []),
    );
    const ids = rows.map((row) => row.id);
    const requests = new Map((await listOpenRequests(tx, ids)).map((request) => [request.case_id, request]));
    const redos = await mapRedos(tx, rows);
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
      photo_request: showRequest(requests.get(id)),
      redos_left: redos.get(id)?.left ?? 0,
      redo_requested_at: status === 'published' ? null : (redos.get(id)?.asked[0]?.requested_at.toISOString() ?? null),
    }));
  });

export const showRequest = (request: PhotoRequestRow | undefined): PhotoRequest | null =>
  request
    ? {
        poses: request.poses,
        reason: request.reason,
        note: request.note,
        requested_at: request.requested_at.toISOString(),
      }
    : null;
