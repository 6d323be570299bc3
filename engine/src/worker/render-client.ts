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

/**
 * Draws renderings at full size on the CPU, in a worker. These images are stored, and are the same on every machine.
 */
export interface RenderClient {
  /**
   * Analyses a photo once and stores the result under a key that the caller chooses, so that renderings are fast. The
   * photo is copied.
   */
  prepare(key: string, photo: Picture, landmarks: Landmarks): Promise<PreparedLight>;
  /**
   * Draws the recipe, at the photo's full size, on the photo that was prepared under this key.
   * @throws AbortError when the signal is aborted; Error when no photo was prepared under the key.
   */
  render(key: string, recipe: Recipe, options?: RenderOptions): Promise<Picture>;
  /**
   * Draws the effect of the recipe's toxin on the prepared photo of an expression. `rest` is the key of the same face
   * at rest.
   */
  relax(key: string, rest: string, expression: Expression, recipe: Recipe): Promise<Picture>;
  /** Draws the face between rest (share 0) and expression (share 1). Both photos must be prepared. */
  between(key: string, rest: string, share: number): Promise<Picture>;
  /**
   * Draws the recipe, and returns each change that no treatment should make, with its place. It takes about twice as
   * long as `render`. If it finds a change, it also draws each treatment of the recipe alone.
   */
  check(key: string, recipe: Recipe, options?: RenderOptions): Promise<MarkedArtefact[]>;
  /**
   * Returns scores of the prepared photo's skin with confidence and error band, or the reason why the skin cannot be
   * measured. It takes about half a second.
   */
  measure(key: string, facts?: PhotoFacts): Promise<SkinReading>;
  /**
   * Returns an image of the places that raise a metric. Null if the skin cannot be measured. If `measure` was called
   * for this photo before, the call takes about 20 ms.
   */
  heat(key: string, metric: RawMetricName): Promise<HeatOverlay | null>;
  /** Frees the memory of a prepared photo (about 80 MB for a face of 1600 × 1600 pixels). */
  release(key: string): Promise<void>;
  terminate(): void;
}

export function startRenderClient(): RenderClient {
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), { type: 'module', name: 'render' });
  const channel = openTaskChannel<RenderTask>(worker);
  return {
    prepare: (key, photo, landmarks) =>
      channel.send({ kind: 'prepare', key, photo, landmarks }) as Promise<RenderAnswers['prepare']>,
    render: (key, recipe, { table, brush, isClear, ...options } = {}) =>
      channel.send({ kind: 'render', key, recipe, settings: { table, brush, isClear } }, options) as Promise<
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
