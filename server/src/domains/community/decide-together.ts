import { sql } from 'kysely';
import type { ReportReason } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { moderate, type Order } from './moderate.ts';
import { everythingOf } from './moderators.ts';
import { viewerOf } from './viewer.ts';

export interface Together {
  readonly cases: readonly { readonly report_id: string; readonly version?: number | undefined }[];
  readonly action: 'dismiss' | 'remove';
  readonly reason?: ReportReason | undefined;
  readonly statement?: string | undefined;
}

export interface Outcome {
  readonly report_id: string;
  readonly decision_id: string | null;
  /** The reason why the case was not decided. It is null if the case was decided. */
  readonly refused: 'gone' | 'decided' | 'changed' | 'not_possible' | null;
}

type Case = Pick<Order, 'subject_kind' | 'subject_id'> & { readonly id: string };

/**
 * Makes the same decision about several cases. Each case is checked and decided separately. If one case cannot be
 * decided, the other cases are still decided.
 */
export async function decideTogether(
  ctx: Context,
  caller: SignedIn,
  { cases, ...order }: Together,
): Promise<Outcome[]> {
  const read = new Map(cases.map(({ report_id, version }) => [report_id, version]));
  const covers = await everythingOf(ctx.db, await viewerOf(ctx.db, caller));
  const { rows } = await sql<Case>`select r.id, r.subject_kind, r.subject_id from reports r
    where r.id = any(${[...read.keys()]}::uuid[]) and ${covers('r.channel_id')}`.execute(ctx.db);
  if (rows.length === 0) throw new Refusal('NOT_FOUND');
  const found = new Map(rows.map((row) => [row.id, row]));
  const outcomes: Outcome[] = [];
  for (const [id, version] of read)
    outcomes.push(await decideOne(ctx, caller, id, found.get(id), { ...order, version }));
  return outcomes;
}

async function decideOne(
  ctx: Context,
  caller: SignedIn,
  report_id: string,
  found: Case | undefined,
  order: Omit<Together, 'cases'> & Pick<Order, 'version'>,
): Promise<Outcome> {
  if (!found) return { report_id, decision_id: null, refused: 'gone' };
  try {
    const { subject_kind, subject_id } = found;
    const { id } = await moderate(ctx, caller, { report_id, subject_kind, subject_id, ...order });
    return { report_id, decision_id: id, refused: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { report_id, decision_id: null, refused: refusals[error.code] ?? 'not_possible' };
  }
}

const refusals: Readonly<Record<string, Outcome['refused']>> = {
  NOT_FOUND: 'gone',
  ALREADY_DECIDED: 'decided',
  TEXT_CHANGED: 'changed',
};
