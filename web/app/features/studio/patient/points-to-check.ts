import type { StudioCase } from '#contract/cases.ts';

export type PointKind = 'avoids' | 'surgery' | 'fillers' | 'unverified_photo' | 'missing_pose';
export interface Point {
  kind: PointKind;
  /** The answer or the pose that the point is about. */
  value: string;
}

/** Returns the warnings from answers and photos that a doctor should know before the first dose. */
export function pointsToCheck({
  answers,
  photos,
  expressions,
}: Pick<StudioCase, 'answers' | 'photos' | 'expressions'>): Point[] {
  const history = answers?.treatments_history ?? [];
  const avoids = (answers?.avoid_treatments ?? []).map((value): Point => ({ kind: 'avoids', value }));
  const unverified = [...photos, ...expressions]
    .filter((photo) => !photo.is_verified)
    .map(({ pose }): Point => ({ kind: 'unverified_photo', value: pose }));
  const missing = (['front', 'right', 'left'] as const).filter((pose) => !photos.some((photo) => photo.pose === pose));
  return [
    ...avoids,
    ...(history.includes('cosmetic_surgery') ? [{ kind: 'surgery', value: '' } as const] : []),
    ...(history.includes('botox_fillers_threads') ? [{ kind: 'fillers', value: '' } as const] : []),
    ...unverified,
    ...missing.map((value): Point => ({ kind: 'missing_pose', value })),
  ];
}
