import type { Landmarks, Picture } from '../picture.ts';
import type { Recipe } from '../recipe.ts';
import type { RenderAnswers, RenderProgress, RenderTask } from './render-messages.ts';
import { openTaskChannel } from './task-channel.ts';

export interface RenderOptions {
  onProgress?: (progress: RenderProgress) => void;
  signal?: AbortSignal;
}

/** Full-size renderings on the CPU, off the main thread: the pictures that are stored, the same on every machine. */
export interface RenderClient {
  /** Reads a photo once, under a key of the caller's choice; further renderings of it are then quick. The photo is copied. */
  prepare(key: string, photo: Picture, landmarks: Landmarks): Promise<void>;
  /**
   * The photo of that key with the recipe applied, in the photo's own size.
   * @throws AbortError once the signal fires; Error when the key was not prepared.
   */
  render(key: string, recipe: Recipe, options?: RenderOptions): Promise<Picture>;
  /** Frees what was prepared (about 80 MB for a 1600 × 1600 face). */
  release(key: string): Promise<void>;
  terminate(): void;
}

export function startRenderClient(): RenderClient {
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), { type: 'module', name: 'render' });
  const channel = openTaskChannel<RenderTask>(worker);
  return {
    prepare: async (key, photo, landmarks) => void (await channel.send({ kind: 'prepare', key, photo, landmarks })),
    render: (key, recipe, options = {}) =>
      channel.send({ kind: 'render', key, recipe }, options) as Promise<RenderAnswers['render']>,
    release: async (key) => void (await channel.send({ kind: 'release', key })),
    terminate: () => channel.terminate(),
  };
}
