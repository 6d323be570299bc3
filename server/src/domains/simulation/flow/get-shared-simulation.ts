import type { SharedSimulation } from '#contract/case-flow.ts';
import { hasConsent } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { getMySimulation } from '../get-my-simulation.ts';
import * as cases from '../cases.queries.ts';
import { hashOfToken } from './share-links.ts';
import { findLivingAndCount } from './share-links.queries.ts';

/**
 * Returns the newest signed images for a share link. Expired, revoked and unknown links are all refused with NOT_FOUND.
 */
export async function getSharedSimulation(ctx: Context, token: string): Promise<SharedSimulation> {
  const { link, patientId } = await withSystem(ctx.system, async (tx) => {
    const link = await findLivingAndCount(tx, hashOfToken(token), ctx.clock.now());
    const row = link && (await cases.find(tx, link.case_id));
    if (!link || !row || !(await hasConsent(tx, { userId: row.patient_id }, 'simulation')))
      throw new Refusal('NOT_FOUND');
    return { link, patientId: row.patient_id };
  });
  const { published_at, before, renderings, signature } = await getMySimulation(ctx, patientId, link.case_id);
  const { practitioner_name } = signature;
  return { published_at, expires_at: link.expires_at.toISOString(), practitioner_name, before, renderings };
}
