import type { Tx } from '#server/platform/db/db.ts';

export interface QueuePage {
  readonly status: 'open' | 'mine' | 'published';
  readonly limit: number;
  /** Open cases due after this instant, or published ones from before it. */
  readonly cursor: Date | null;
}

const selectCases = (tx: Tx) =>
  tx
    .selectFrom('cases')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('case_photos')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('case_photos.case_id', '=', 'cases.id')
        .as('photo_count'),
    );

export type QueueCase = Awaited<ReturnType<typeof listQueue>>[number];

/** Open cases by due time, published ones newest first. */
export function listQueue(tx: Tx, practitionerId: string, { status, limit, cursor }: QueuePage) {
  if (status === 'published') {
    const published = selectCases(tx).where('status', '=', 'published').orderBy('published_at', 'desc').limit(limit);
    return (cursor ? published.where('published_at', '<', cursor) : published).execute();
  }
  const open = selectCases(tx)
    .where('status', 'in', ['received', 'in_review'])
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit);
  const theirs = status === 'mine' ? open.where('practitioner_id', '=', practitionerId) : open;
  return (cursor ? theirs.where('due_at', '>', cursor) : theirs).execute();
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
        .filterWhere((and) => and.and([and('status', '=', 'in_review'), and('practitioner_id', '=', practitionerId)]))
        .as('mine'),
      eb.fn.countAll<number>().filterWhere('status', '=', 'published').as('published'),
    ])
    .executeTakeFirstOrThrow();
}
