import { createHash } from 'node:crypto';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../../tools/setup/chromium.mjs';
import { treatmentNames } from '../src/dose-response.ts';
import { presets, recipeFor } from '../src/presets.ts';
import { emptyRecipe } from '../src/recipe.ts';
import type { Recipe } from '../src/recipe.ts';
import { interocularDistance } from '../src/regions/face-frame.ts';
import { prepare, render } from '../src/simulate.ts';
import { demoFace } from './demo-faces.ts';
import type { DemoFace } from './demo-faces.ts';
import type { BrowserCalls } from './browser/page.ts';
import { servePage } from './browser/serve-page.ts';
import type { ServedPage } from './browser/serve-page.ts';

const executablePath = findChromium();
const size = 640;

let faces: DemoFace[];
let served: ServedPage;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  faces = await Promise.all([
    demoFace('A', 'front', size),
    demoFace('B', 'front', size),
    demoFace('C', 'front', size),
    demoFace('A', 'right', size),
  ]);
  served = await servePage(faces);
  browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
  });
  page = await browser.newPage();
  await page.goto(served.url);
  await page.waitForFunction(() => 'engine' in globalThis);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  served?.close();
});

/** Calls the page. */
function inPage<Name extends keyof BrowserCalls>(
  name: Name,
  ...args: Parameters<BrowserCalls[Name]>
): ReturnType<BrowserCalls[Name]> {
  const call = ([called, given]: [string, unknown[]]) => {
    const { engine } = globalThis as unknown as { engine: Record<string, (...values: unknown[]) => unknown> };
    return engine[called]!(...given);
  };
  return page.evaluate(call, [name, args] as [string, unknown[]]) as ReturnType<BrowserCalls[Name]>;
}

describe('the graphics card draws what the CPU draws', () => {
  test('for the glamour preset on every face', async () => {
    for (const face of faces) {
      const [glamour] = await inPage('parity', face.name, [recipeFor('glamour')], {});
      expect(glamour!.psnr_db, face.name).toBeGreaterThan(60);
    }
  }, 40_000);

  test('for every treatment on its own', async () => {
    const recipes = treatmentNames.map(
      (name): Recipe => ({ version: 1, treatments: { [name]: presets.glamour[name] } }),
    );
    const comparisons = await inPage('parity', 'C-front', recipes, {});
    comparisons.forEach(({ psnr_db, largest }, index) => {
      expect(psnr_db, treatmentNames[index]).toBeGreaterThan(60);
      expect(largest, treatmentNames[index]).toBeLessThan(4);
    });
  }, 40_000);

  test('for different doses on both sides', async () => {
    const treatments = {
      crows_feet: { right: 0, left: 12 },
      cheek: { right: 2, left: 0 },
      redness: { right: 100, left: 0 },
    };
    const [lopsided] = await inPage('parity', 'A-front', [{ version: 1, treatments }], {});
    expect(lopsided!.psnr_db).toBeGreaterThan(60);
  });

  test('less exactly, but still, on cards without half floats', async () => {
    const [coarse] = await inPage('parity', 'A-front', [recipeFor('harmonious')], { precision: 'byte' });
    expect(coarse!.psnr_db).toBeGreaterThan(50);
  });

  test('and nothing at all for a recipe without doses, even after one with doses', async () => {
    const [, empty] = await inPage('parity', 'B-front', [recipeFor('glamour'), emptyRecipe], {});
    expect(empty!.largest).toBe(0);
  });
});

test('left of the split the photo keeps every byte', async () => {
  const { left, right } = await inPage('split', 'C-front', recipeFor('glamour'));
  expect(left.largest).toBe(0);
  expect(right.psnr_db).toBeLessThan(40);
});

test('a lost graphics context comes back with the same picture', async () => {
  expect((await inPage('contextLoss', 'A-front', recipeFor('harmonious'))).largest).toBe(0);
});

test('the face worker finds the landmarks that Node finds, and ends when told', async () => {
  const face = faces[0]!;
  const { tracked, followed, assessed, afterwards } = await inPage('face', face.name, 'front');
  for (const { landmarks } of [tracked, assessed]) {
    const worst = Math.max(
      ...landmarks!.map(([x, y], i) => Math.hypot(x - face.landmarks[i]![0], y - face.landmarks[i]![1])),
    );
    expect(worst).toBeLessThan(0.005 * interocularDistance(face.landmarks));
  }
  expect(followed.landmarks).toHaveLength(478);
  expect(assessed.report.faults.filter(({ level }) => level === 'reject')).toEqual([]);
  expect(assessed.report.facts.face_count).toBe(1);
  expect(afterwards).toBe('WorkerEndedError');
}, 30_000);

test("the render worker's picture has the bytes that Node renders, tells its stages and stops when cancelled", async () => {
  const face = faces[0]!;
  const recipe = recipeFor('harmonious');
  const { hash, stages, answer, unknown } = await inPage('worker', face.name, recipe);
  const here = render(prepare(face.picture, face.landmarks), recipe);
  expect(hash).toBe(createHash('sha256').update(here.data).digest('hex'));
  expect(stages).toEqual(['skin', 'volume', 'lips', 'colour', 'shape']);
  expect(answer).toBe('AbortError');
  expect(unknown).toContain('Nothing was prepared');
}, 30_000);
