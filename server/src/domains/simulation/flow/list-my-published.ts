import type { PublishedSimulation } from '#contract/simulation.ts';
import type { Context } from '#server/platform/context.ts';
import { getMySimulation } from '../get-my-simulation.ts';
import { listMyCases } from '../list-my-cases.ts';

/** The highest number of simulations that the page compares. */
const NEWEST = 12;

type Pictures = Pick<PublishedSimulation, 'case_id' | 'number' | 'published_at' | 'before' | 'renderings'>;

export async function listMyPublished(ctx: Context, patientId: string): Promise<Pictures[]> {
  const signed = (await listMyCases(ctx, patientId)).filter((row) => row.published_at).slice(0, NEWEST);
  const found = signed.map(({ id }) => getMySimulation(ctx, patientId, id));
  return (await Promise.all(found)).map(({ case_id, number, published_at, before, renderings }) => ({
    case_id,
    number,
    published_at,
    before,
    renderings,
  }));
}
