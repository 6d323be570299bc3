import { afterEach, expect, test, vi } from 'vitest';
import { emptyRecipe } from '../recipe.ts';
import { startRenderClient } from './render-client.ts';

afterEach(() => void vi.unstubAllGlobals());

test('the client sends every setting of an image to the worker', () => {
  const sent: unknown[] = [];
  class Recorder {
    postMessage(message: unknown) {
      sent.push(message);
    }
    terminate() {}
  }
  vi.stubGlobal('Worker', Recorder);
  const brush = [{ mode: 'protect' as const, radius: 0.02, points: [[0.5, 0.5] as [number, number]] }];
  void startRenderClient().render('live', emptyRecipe, { brush, isClear: true });
  expect(sent).toEqual([
    { id: 1, task: { kind: 'render', key: 'live', recipe: emptyRecipe, settings: { brush, isClear: true } } },
  ]);
});
