/** Kinds of faults in a rendering, in the order they are reported. */
export const artefactKinds = ['lesion', 'fold', 'edge', 'cast', 'hair', 'feature', 'background'] as const;
export type ArtefactKind = (typeof artefactKinds)[number];

/** A fault in a rendering. Its position is in shares of the photo's width and height, its radius in shares of the width. */
export interface Artefact {
  readonly kind: ArtefactKind;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Size of the change, in the same unit as its limit. */
  readonly amount: number;
}

/**
 * A change beyond its limit is a fault. Lesions, hair, features (eyes, teeth, nostrils) and background are limited in colour difference (ΔE*ab). New edges are
 * limited in L* within 2 mm. A colour cast compares a* and b* over 3 mm with the skin around; the limit is for how much this difference grows.
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

/** A fault, in work pixels of the face's window. */
export type Found = Artefact;
