import type { CaseAccess } from '#contract/care-relation.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { findLatestSignature } from '../renderings.queries.ts';
import { showOpening } from './break-glass.ts';
import type { Entered } from './enter-case.ts';
import * as openings from './openings.queries.ts';
import { relationTo } from './relation.ts';
import { findWaiting } from './reopenings.queries.ts';
import { showReopening } from './show-reopening.ts';

/** Returns why this doctor may see the case, and the openings through which other doctors can see it now. */
export async function showAccess(
  ctx: Context,
  tx: Tx,
  doctor: SignedIn,
  { row }: Pick<Entered, 'row'>,
): Promise<CaseAccess> {
  const now = ctx.clock.now();
  const relation = relationTo(doctor.userId, row);
  const open = await openings.list(tx, row.id, now);
  const asked = row.status === 'published' ? await findWaiting(tx, row.id, now) : undefined;
  return {
    relation: relation === 'foreign' ? 'opened' : relation,
    openings: await Promise.all(open.map((opening) => showOpening(tx, opening, doctor.userId))),
    is_signer: (await findLatestSignature(tx, row.id))?.practitioner_id === doctor.userId,
    reopening: asked ? await showReopening(tx, asked, doctor) : null,
  };
}
