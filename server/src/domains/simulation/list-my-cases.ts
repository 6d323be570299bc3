import type { MyCase, PhotoRequest } from '#contract/cases.ts';
import { nameTagsOf } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import { mapSteps } from './case-steps.ts';
import { listOfPatient } from './cases.queries.ts';
import { listOpenRequests, type PhotoRequestRow } from './flow/case-flow.queries.ts';
import { mapRedos } from './flow/redo.ts';

/**
 * Returns the status of the patient's cases. While a doctor works on a case, the patient sees the steps of the work,
 * but no content of the draft.
 */
export async function listMyCases(ctx: Context, patientId: string): Promise<MyCase[]> {
  const found = await withUser(ctx.db, patientId, (tx) => findCases(tx, patientId));
  const doctors = await nameTagsOf(
    ctx,
    found.flatMap(({ practitioner_id }) => practitioner_id ?? []),
  );
  return found.map(({ practitioner_id, ...shown }) => {
    const doctor = doctors.get(practitioner_id ?? '');
    return {
      ...shown,
      practitioner_name: doctor?.name ?? null,
      practitioner_avatar_url: doctor?.avatar_url ?? null,
      practitioner_speciality: doctor?.speciality ?? null,
    };
  });
}

async function findCases(tx: Tx, patientId: string) {
  const rows = await listOfPatient(tx, patientId);
  const ids = rows.map((row) => row.id);
  const requests = new Map((await listOpenRequests(tx, ids)).map((request) => [request.case_id, request]));
  const redos = await mapRedos(tx, rows);
  const steps = await mapSteps(tx, rows);
  return rows.map(({ id, number, status, plan, received_at, due_at, taken_at, published_at, practitioner_id }) => ({
    id,
    number,
    status,
    plan,
    received_at: received_at.toISOString(),
    due_at: due_at.toISOString(),
    taken_at: taken_at?.toISOString() ?? null,
    published_at: published_at?.toISOString() ?? null,
    practitioner_id,
    steps: steps.get(id) ?? [],
    photo_request: showRequest(requests.get(id)),
    redos_left: redos.get(id)?.left ?? 0,
    redo_requested_at: status === 'published' ? null : (redos.get(id)?.asked[0]?.requested_at.toISOString() ?? null),
  }));
}

export const showRequest = (request: PhotoRequestRow | undefined): PhotoRequest | null =>
  request
    ? {
        poses: request.poses,
        reason: request.reason,
        note: request.note,
        requested_at: request.requested_at.toISOString(),
      }
    : null;
