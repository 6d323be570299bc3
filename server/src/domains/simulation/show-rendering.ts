import { Poses } from '#contract/intake.ts';
import { type Rendering, Styles } from '#contract/drafts.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { showMarks } from './marks/stored-mark.ts';
import type { RenderingRow } from './renderings.queries.ts';

const rank = ({ pose, style }: RenderingRow): number => Poses.indexOf(pose) * Styles.length + Styles.indexOf(style);

/** Returns renderings with fresh links. They are sorted by pose, and then from the least to the most visible style. */
export async function showRenderings(
  ctx: Context,
  tx: Tx,
  rows: readonly RenderingRow[],
  /**
   * The doctor who views the renderings. If given, the result includes whether this doctor has seen each image at full
   * size, and the marks that the automatic check found. Patients do not get this information.
   */
  doctorId?: string,
): Promise<Rendering[]> {
  const links = await ctx.photos.linksFor(
    tx,
    rows.map((row) => row.id),
  );
  return [...rows]
    .sort((a, b) => rank(a) - rank(b))
    .flatMap(({ id, pose, style, sha256, created_at, seen_by, marks: found }) => {
      const link = links.get(id);
      const is_seen = doctorId !== undefined && seen_by === doctorId;
      const marks = doctorId !== undefined && { marks: found && showMarks(found, doctorId) };
      return link
        ? [{ id, pose, style, sha256, created_at: created_at.toISOString(), ...link, is_seen, ...marks }]
        : [];
    });
}
