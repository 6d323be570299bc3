import type { RenderingMark } from '#contract/drafts.ts';
import type { Signing } from '#engine/gates.ts';
import type { RenderingRow } from '../renderings.queries.ts';

/** A mark as stored in the row of its image. */
export interface StoredMark {
  readonly kind: RenderingMark['kind'];
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /**
   * The size of the change. Its unit is the unit of the limit for this kind of mark (`artefactLimits` of the engine).
   * For the kind `unlike`, it is a difference in levels from 0 to 255.
   */
  readonly amount: number;
  readonly treatment: string | null;
  readonly accepted: { readonly by: string; readonly at: string } | null;
}

const isOf = (doctorId: string, { accepted }: StoredMark): boolean => accepted?.by === doctorId;

export const showMarks = (marks: readonly StoredMark[], doctorId: string): RenderingMark[] =>
  marks.map((mark) => {
    const { kind, x, y, radius, treatment } = mark;
    const is_accepted = isOf(doctorId, mark);
    return {
      kind,
      x,
      y,
      radius,
      treatment,
      is_accepted,
      accepted_at: is_accepted ? (mark.accepted?.at ?? null) : null,
    };
  });

/**
 * Returns the marks of an image for the gates (the conditions for signing). A mark is accepted only if this doctor
 * accepted it. An image from before the automatic check has no stored marks. The result for it is one `unchecked` mark
 * that is not accepted.
 */
export const artefactsOf = (
  { pose, style, marks }: Pick<RenderingRow, 'pose' | 'style' | 'marks'>,
  doctorId: string,
): Signing['artefacts'][number][] =>
  marks
    ? marks.map((mark) => ({ pose, style, kind: mark.kind, is_accepted: isOf(doctorId, mark) }))
    : [{ pose, style, kind: 'unchecked', is_accepted: false }];
