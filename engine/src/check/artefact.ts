/** What a rendering must not do, in the order in which it is told. */
export const artefactKinds = ['lesion', 'fold', 'edge', 'cast', 'hair', 'feature', 'background'] as const;
export type ArtefactKind = (typeof artefactKinds)[number];

/** A fault of a rendering and its place, in shares of the photo's width and height (the radius: of its width). */
export interface Artefact {
  readonly kind: ArtefactKind;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** How far it goes, in the unit of its limit. */
  readonly amount: number;
}

/**
 * Beyond which a change is a fault, as colour difference (ΔE*ab): of a lesion, of hair, of eyes, teeth and nostrils, of the background. An edge:
 * L* within 2 mm that the photo does not have. A cast: a* and b* over 3 mm, farther from those of the skin around than before.
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

/** A fault in work pixels of the face's window. */
export type Found = Artefact;
