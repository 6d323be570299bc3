/** Kinds of faults in a rendering, in the order in which the check reports them. */
export const artefactKinds = ['lesion', 'fold', 'edge', 'cast', 'hair', 'feature', 'background'] as const;
export type ArtefactKind = (typeof artefactKinds)[number];

/**
 * A fault in a rendering. `x` is a share of the photo's width, `y` a share of its height, and `radius` a share of its
 * width.
 */
export interface Artefact {
  readonly kind: ArtefactKind;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Size of the change. `artefactLimits` states the unit for each kind of fault. */
  readonly amount: number;
}

/**
 * A change is a fault if it is larger than the limit of its kind:
 * - Lesions, hair and features (eyes, teeth, nostrils): a colour difference (ΔE*ab).
 * - Fold: none. Every dark spot that remains in a filled fold is a fault.
 * - Edge: the slope in the rendering minus the steepest slope near it in the photo. A slope is the difference of L*
 *   between points about 2 mm apart.
 * - Cast: how much the difference from the surrounding skin increased, in a* and b* averaged over 3 mm.
 * - Background: a difference of byte values.
 */
export const artefactLimits = {
  lesion: 1,
  fold: 0,
  edge: 8,
  cast: 4,
  hair: 6,
  feature: 7,
  background: 2,
} as const satisfies Record<ArtefactKind, number>;

/** A fault whose position and radius are in pixels of the work area (work-area.ts). */
export type Found = Artefact;
