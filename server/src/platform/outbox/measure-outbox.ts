import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/**
 * Undelivered events, including dead letters. `failing` is the number of undelivered events that were tried at least
 * once.
 */
export interface Backlog {
  readonly kind: 'mail' | 'event';
  readonly waiting: number;
  readonly failing: number;
  /** Age of the oldest event in seconds. 0 if there is none. */
  readonly oldest_s: number;
}

/** Counts undelivered events. Emails are counted separately, because they depend on an external email server. */
export async function measureOutbox(db: Db): Promise<Backlog[]> {
  const { rows } = await sql<Backlog>`
    select kind, count(o.id)::int as waiting, (count(o.id) filter (where o.attempts > 0))::int as failing,
      coalesce(extract(epoch from now() - min(o.at)), 0)::float as oldest_s
    from (values ('mail'), ('event')) k (kind)
    left join outbox o on o.processed_at is null and (o.topic = 'mail.requested') = (kind = 'mail')
    group by kind order by kind`.execute(db);
  return rows;
}
