import type { MarkedArtefact } from '../check/mark-artefacts.ts';
import type { PhotoFacts } from '../metrics/measure-skin.ts';
import type { RawMetricName } from '../metrics/raw-metrics.ts';
import type { Landmarks, Picture } from '../picture.ts';
import type { Expression } from '../quality/expressions.ts';
import type { Recipe } from '../recipe.ts';
import type { DrawSettings } from '../simulate.ts';
import type {
  HeatOverlay,
  PreparedLight,
  RenderAnswers,
  RenderProgress,
  RenderTask,
  SkinReading,
} from './render-messages.ts';
import { openTaskChannel } from './task-channel.ts';

export interface RenderOptions extends DrawSettings {
  onProgress?: (progress: RenderProgress) => void;
  signal?: AbortSignal;
}

/** Full-size renderings on the CPU, in a worker. They are the pictures that are stored, and are the same on every machine. */
export interface RenderClient {
  /** Reads a photo once, under a key that the caller chooses. Further renderings of it are then quick. The photo is copied. */
  prepare(key: string, photo: Picture, landmarks: Landmarks): Promise<PreparedLight>;
  /**
   * Draws the recipe on the photo of that key, in the photo's own size.
   * @throws AbortError once the signal fires; Error when the key was not prepared.
   */
  render(key: string, recipe: Recipe, options?: RenderOptions): Promise<Picture>;
  /** Draws the prepared photo of an expression after the toxin of a recipe. `rest` is the key of the same face at rest. */
  relax(key: string, rest: string, expression: Expression, recipe: Recipe): Promise<Picture>;
  /** The face between rest (0) and expression (1), both prepared. */
  between(key: string, rest: string, share: number): Promise<Picture>;
  /**
   * Draws the recipe, and names each change that the rendering should not have made, with its place. Takes about twice
   * as long as `render`.
   */
  check(key: string, recipe: Recipe, options?: RenderOptions): Promise<MarkedArtefact[]>;
  /** Scores of the prepared photo's skin with confidence and error band, or the reason why it cannot be measured. About half a second. */
  measure(key: string, facts?: PhotoFacts): Promise<SkinReading>;
  /** The area of the photo from which a metric comes. Null if it cannot be measured. About 20 ms after `measure`. */
  heat(key: string, metric: RawMetricName): Promise<HeatOverlay | null>;
  /** Frees what was prepared (about 80 MB for a 1600 × 1600 face). */
  release(key: string): Promise<void>;
  terminate(): void;
}

export function startRenderClient(): RenderClient {
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), { type: 'module', name: 'render' });
  const channel = openTaskChannel<RenderTask>(worker);
  return {
    prepare: (key, photo, landmarks) =>
      channel.send({ kind: 'prepare', key, photo, landmarks }) as Promise<RenderAnswers['prepare']>,
    render: (key, recipe, { table, brush, ...options } = {}) =>
      channel.send({ kind: 'render', key, recipe, settings: { table, brush } }, options) as Promise<
        RenderAnswers['render']
      >,
    relax: (key, rest, expression, recipe) =>
      channel.send({ kind: 'relax', key, rest, expression, recipe }) as Promise<RenderAnswers['relax']>,
    between: (key, rest, share) =>
      channel.send({ kind: 'between', key, rest, share }) as Promise<RenderAnswers['between']>,
    check: (key, recipe, { table, brush, ...options } = {}) =>
      channel.send({ kind: 'check', key, recipe, settings: { table, brush } }, options) as Promise<
        RenderAnswers['check']
      >,
    measure: (key, facts = {}) => channel.send({ kind: 'measure', key, facts }) as Promise<RenderAnswers['measure']>,
    heat: (key, metric) => channel.send({ kind: 'heat', key, metric }) as Promise<RenderAnswers['heat']>,
    release: async (key) => void (await channel.send({ kind: 'release', key })),
    terminate: () => channel.terminate(),
  };
}
