import type * as z from 'zod';
import type { QueueRow } from '#contract/cases.ts';
import type { simulation } from '#contract/simulation.ts';
import { findBirthDate, namesOf } from '#server/domains/identity/index.ts';
import { ageAt } from '#contract/age.ts';
import { mapAnswers } from '#server/domains/intake/index.ts';
import type { Context } from '#server/platform/context.ts';
import { pageOf, readCursor } from '#server/platform/db/cursor.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { relationTo } from './relation/relation.ts';
import { countQueue, listQueue, type QueueCase, type QueuePage } from './queue.queries.ts';

type Queue = z.input<NonNullable<(typeof simulation.listStudioCases)['~orpc']['outputSchema']>>;

/**
 * Returns a page of the queue. If another doctor is in charge of a case, the patient's age, wishes and photos are
 * hidden. One audit entry per page records who saw the cases on it. The list reloads by itself, so repeated views of
 * the same cases within half an hour leave one entry.
 */
export const listStudioCases = (ctx: Context, doctor: SignedIn, page: QueuePage): Promise<Queue> =>
  withStaff(ctx.db, doctor.userId, async (tx) => {
    const { status, limit } = page;
    const oneMore = { ...page, limit: limit + 1 };
    const listed = await listQueue(tx, doctor.userId, oneMore, readCursor(page.after), ctx.clock.now());
    const { rows: found, next } = pageOf(listed, limit, ({ id, due_at, published_at }) => ({
      at: (status === 'published' ? published_at : null) ?? due_at,
      id,
    }));
    const isLocked = (row: QueueCase) => relationTo(doctor.userId, row) === 'foreign';
    const seen = found.filter((row) => !isLocked(row));
    const answers = await mapAnswers(
      tx,
      seen.map((row) => row.patient_id),
    );
    const names = await namesOf(
      tx,
      found.flatMap((row) => [row.practitioner_id ?? [], row.assigned_to ?? []].flat()),
    );
    const rows: QueueRow[] = [];
    for (const row of found) {
      const is_locked = isLocked(row);
      const main_goals = (!is_locked && answers.get(row.patient_id)?.main_goals) || [];
      const practitioner_name = names.get(row.practitioner_id ?? '') ?? null;
      const assigned_name = names.get(row.assigned_to ?? '') ?? null;
      const age_years = is_locked ? null : await ageOf(ctx, tx, row.patient_id);
      const photo_count = is_locked ? null : Number(row.photo_count);
      rows.push({ ...toRow(row), is_locked, photo_count, age_years, main_goals, practitioner_name, assigned_name });
    }
    const counts = await countQueue(tx, doctor.userId);
    await ctx.audit.recordLook(tx, {
      actor: doctor.userId,
      actor_role: doctor.role,
      action: 'queue.viewed',
      subject: `queue:${status}`,
      patient_id: null,
      reason: 'queue',
      session: doctor.sessionId,
      details: { cases: found.map((row) => row.id), locked: found.filter(isLocked).map((row) => row.id) },
    });
    return { rows, next, counts };
  });

export async function ageOf(ctx: Context, tx: Tx, patientId: string): Promise<number | null> {
  const birthDate = await findBirthDate(tx, patientId);
  return birthDate ? ageAt(birthDate, ctx.clock.now()) : null;
}

const toRow = ({
  id,
  number,
  status,
  plan,
  received_at,
  due_at,
  published_at,
  practitioner_id,
  assigned_to,
  is_waiting_for_photos,
  is_redo,
}: QueueCase) => ({
  id,
  number,
  status,
  plan,
  received_at: received_at.toISOString(),
  due_at: due_at.toISOString(),
  published_at: published_at?.toISOString() ?? null,
  practitioner_id,
  assigned_to,
  is_waiting_for_photos: Boolean(is_waiting_for_photos),
  is_redo: Boolean(is_redo),
});
