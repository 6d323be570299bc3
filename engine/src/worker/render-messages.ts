import type { MarkedArtefact } from '../check/mark-artefacts.ts';
import type { Bounds } from '../maths/plane.ts';
import type { MeasureRefusal, PhotoFacts } from '../metrics/measure-skin.ts';
import type { RawMetricName } from '../metrics/raw-metrics.ts';
import type { SkinScore } from '../metrics/score-skin.ts';
import type { SkinTone } from '../metrics/skin-tone.ts';
import type { SheetFault } from '../metrics/white-sheet.ts';
import type { Landmarks, Picture } from '../picture.ts';
import type { Expression } from '../quality/expressions.ts';
import type { Recipe } from '../recipe.ts';
import type { DrawSettings } from '../simulate.ts';
import type { StageProgress } from '../stages.ts';

export type RenderTask =
  | { kind: 'prepare'; key: string; photo: Picture; landmarks: Landmarks }
  | { kind: 'render'; key: string; recipe: Recipe; settings: DrawSettings }
  | { kind: 'relax'; key: string; rest: string; expression: Expression; recipe: Recipe }
  | { kind: 'between'; key: string; rest: string; share: number }
  | { kind: 'check'; key: string; recipe: Recipe; settings: DrawSettings }
  | { kind: 'measure'; key: string; facts: PhotoFacts }
  | { kind: 'heat'; key: string; metric: RawMetricName }
  | { kind: 'release'; key: string };

export interface RenderAnswers {
  prepare: PreparedLight;
  render: Picture;
  relax: Picture;
  between: Picture;
  check: MarkedArtefact[];
  measure: SkinReading;
  heat: HeatOverlay | null;
  release: null;
}

/** How well the engine could find the light of a photo. */
export interface PreparedLight {
  /** If true, fillers change the light less, because the fitted light explains too little of the skin. */
  readonly isLightDoubted: boolean;
}

/** Skin scores of a photo from the front. */
export interface MeasuredReading {
  readonly kind: 'measured';
  readonly score: SkinScore;
  readonly sharpness: number;
  /** The skin tone. Null if the photo shows no white paper next to the face. */
  readonly tone: SkinTone | null;
  /** Position of the paper, in pixels of the photo. */
  readonly sheet: Bounds | null;
  /** The reason why the paper in the photo cannot be used. */
  readonly sheetFault: SheetFault | null;
}

export type SkinReading = MeasuredReading | MeasureRefusal;

/** An image with transparency that is drawn stretched over a part of the photo. `bounds` is in pixels of the photo. */
export interface HeatOverlay {
  picture: Picture;
  bounds: Bounds;
}

export type RenderProgress = StageProgress;
