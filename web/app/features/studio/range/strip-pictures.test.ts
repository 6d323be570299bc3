import { afterEach, expect, test, vi } from 'vitest';
import type { Recipes } from '#contract/drafts.ts';
import type { Landmarks } from '#engine/picture.ts';
import { StripPictures } from './strip-pictures.ts';

afterEach(() => void vi.unstubAllGlobals());

const recipesOf = (cheek: number): Recipes => {
  const recipe = { version: 1 as const, treatments: { cheek } };
  return { natural: recipe, harmonious: recipe, glamour: recipe };
};

test('if the dose changes while the photo is prepared, only the newer dose is drawn', async () => {
  const drawn: unknown[] = [];
  let finish = () => {};
  vi.stubGlobal(
    'Worker',
    class {
      onmessage: ((event: { data: unknown }) => void) | null = null;
      postMessage({ id, task }: { id: number; task: { kind: string; recipe?: { treatments: object } } }) {
        const answer = (value: unknown) => this.onmessage?.({ data: { id, value } });
        if (task.kind === 'prepare') finish = () => answer({ isLightDoubted: false });
        if (task.kind !== 'render') return;
        drawn.push(task.recipe?.treatments);
        queueMicrotask(() => answer({ width: 1, height: 1, data: new Uint8ClampedArray(4) }));
      }
      terminate() {}
    },
  );
  vi.stubGlobal('ImageData', class {});
  const context = { putImageData() {}, drawImage() {}, getImageData: () => ({}) };
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => context;
    },
  );
  const canvas = { width: 204, height: 168, getContext: () => context } as unknown as HTMLCanvasElement;
  const strip = new StripPictures({ untreated: canvas, natural: canvas, harmonious: canvas, glamour: canvas });
  const landmarks = Array.from({ length: 478 }, (_, at) => [at % 20, at / 20, 0]) as unknown as Landmarks;
  const picture = { width: 20, height: 24, data: new Uint8ClampedArray(4 * 20 * 24) };
  const opening = strip.open({ photoId: 'front', picture, landmarks }, recipesOf(0.5), undefined);
  strip.draw(recipesOf(1.2), undefined);
  finish();
  await opening;
  await vi.waitFor(() => expect(drawn).toHaveLength(3));
  expect(drawn).toEqual([{ cheek: 1.2 }, { cheek: 1.2 }, { cheek: 1.2 }]);
  strip.stop();
});
