import { sql } from 'kysely';
import { Poses } from '#contract/photo-kinds.ts';
import type { Plan } from '#contract/base.ts';
import type { Cursor } from '#server/platform/db/cursor.ts';
import type { Tx } from '#server/platform/db/db.ts';

export interface QueuePage {
  readonly status: 'open' | 'mine' | 'published';
  /** The part of the open cases to select. */
  readonly filter?: 'all' | 'late' | 'waiting' | 'unassigned' | 'redo' | 'workable';
  readonly plan?: Plan | undefined;
  /** The beginning of a case number, with or without 'FL-'. */
  readonly number?: string | undefined;
  readonly limit: number;
  readonly after?: string | null | undefined;
}

/** True if the doctor of the case waits for better photos. */
export const isWaiting = sql<boolean>`(waits_since is not null)`;
/** True for an open case that has already been signed. It is open because of a redo or a correction. */
const isRedo = sql<boolean>`(published_at is not null and status <> 'published')`;

const selectCases = (tx: Tx) =>
  tx
    .selectFrom('cases')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('case_photos')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('case_photos.case_id', '=', 'cases.id')
        .where('pose', 'in', Poses)
        .as('photo_count'),
    )
    .select([isWaiting.as('is_waiting_for_photos'), isRedo.as('is_redo')]);

export type QueueCase = Awaited<ReturnType<typeof listQueue>>[number];

/**
 * Returns a page of the queue. Open cases are sorted by due time. Published cases are sorted by publication, newest
 * first.
 */
export function listQueue(tx: Tx, practitionerId: string, page: QueuePage, after: Cursor | null, now: Date) {
  const { status, limit } = page;
  const chosen = narrow(selectCases(tx).limit(limit), page, { practitionerId, now });
  if (status === 'published') {
    const published = chosen.where('status', '=', 'published').orderBy('published_at', 'desc').orderBy('id', 'desc');
    return (
      after ? published.where(sql<boolean>`(published_at, id) < (${after.at}, ${after.id}::uuid)`) : published
    ).execute();
  }
  const open = chosen.where('status', 'in', ['received', 'in_review']).orderBy('due_at').orderBy('id');
  const theirs =
    status === 'mine'
      ? open.where((eb) =>
          eb.or([
            eb('practitioner_id', '=', practitionerId),
            eb.and([eb('status', '=', 'received'), eb('assigned_to', '=', practitionerId)]),
          ]),
        )
      : open;
  return (after ? theirs.where(sql<boolean>`(due_at, id) > (${after.at}, ${after.id}::uuid)`) : theirs).execute();
}

type Query = ReturnType<typeof selectCases>;

function narrow(
  query: Query,
  { filter = 'all', plan, number }: QueuePage,
  { practitionerId, now }: { readonly practitionerId: string; readonly now: Date },
): Query {
  let narrowed = query;
  if (plan) narrowed = narrowed.where('plan', '=', plan);
  const digits = number?.replace(/\D/g, '');
  if (digits) narrowed = narrowed.where('number', 'like', `FL-${digits}%`);
  if (filter === 'late') return narrowed.where('due_at', '<', now).where(sql<boolean>`not ${isWaiting}`);
  if (filter === 'waiting') return narrowed.where(isWaiting);
  if (filter === 'redo') return narrowed.where(isRedo);
  // The doctor in charge may work on a case, or every doctor if nobody is in charge. See `relationTo`.
  if (filter === 'workable')
    return narrowed
      .where(sql<boolean>`not ${isWaiting}`)
      .where(sql<boolean>`coalesce(practitioner_id, assigned_to, ${practitionerId}) = ${practitionerId}`);
  return filter === 'unassigned'
    ? narrowed.where('status', '=', 'received').where('assigned_to', 'is', null)
    : narrowed;
}

export async function countQueue(
  tx: Tx,
  practitionerId: string,
): Promise<{ open: number; mine: number; published: number }> {
  return tx
    .selectFrom('cases')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('status', 'in', ['received', 'in_review']).as('open'),
      eb.fn
        .countAll<number>()
        .filterWhere(({ and, or, eb: is }) =>
          or([
            and([is('status', '=', 'in_review'), is('practitioner_id', '=', practitionerId)]),
            and([is('status', '=', 'received'), is('assigned_to', '=', practitionerId)]),
          ]),
        )
        .as('mine'),
      eb.fn.countAll<number>().filterWhere('status', '=', 'published').as('published'),
    ])
    .executeTakeFirstOrThrow();
}
