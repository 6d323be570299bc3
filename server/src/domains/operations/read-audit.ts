import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';

export interface AuditPage {
  readonly limit: number;
  readonly before?: number | null | undefined;
  readonly actor_id?: string | null | undefined;
  readonly action?: string | null | undefined;
  readonly subject_id?: string | null | undefined;
  readonly patient_id?: string | null | undefined;
}

/**
 * Returns a page of the audit log, newest entries first. Entries store only ids of people. The page shows the current
 * name of the actor.
 */
export async function readAudit({ db }: Context, { limit, before, ...wanted }: AuditPage) {
  let query = db
    .selectFrom('audit_log as a')
    .leftJoin('users as actor', (join) => join.on(sql<boolean>`actor.id::text = a.actor_id`))
    .select([
      'a.id',
      'a.at',
      'a.actor_id',
      'actor.name as actor_name',
      'a.actor_role',
      'a.action',
      'a.subject_type',
      'a.subject_id',
      'a.patient_id',
      'a.reason',
    ])
    .orderBy('a.id', 'desc')
    .limit(limit + 1);
  for (const column of ['actor_id', 'action', 'subject_id', 'patient_id'] as const) {
    const value = wanted[column];
    if (value) query = query.where(`a.${column}`, '=', value);
  }
  if (before) query = query.where('a.id', '<', before);
  const found = await query.execute();
  const rows = found.slice(0, limit).map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }));
  return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
}

export async function checkChain({ audit, clock }: Context) {
  const { entries, brokenAt, forgedHeads, signed } = await audit.verifyChain();
  return {
    entries,
    broken_at: brokenAt,
    forged_heads: forgedHeads,
    signed: signed && { entry: signed.id, at: signed.at.toISOString() },
    checked_at: clock.now().toISOString(),
  };
}
