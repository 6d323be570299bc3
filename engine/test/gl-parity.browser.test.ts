import { createHash } from 'node:crypto';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../../tools/setup/chromium.mjs';
import { doseResponse, treatmentNames, tunedTable } from '../src/dose-response.ts';
import { recipeFor, styles } from '../src/presets.ts';
import { emptyRecipe } from '../src/recipe.ts';
import type { Recipe } from '../src/recipe.ts';
import { interocularDistance } from '../src/regions/face-frame.ts';
import { prepare, render } from '../src/simulate.ts';
import type { DrawSettings } from '../src/simulate.ts';
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
    demoFace('B', 'left', size),
    demoFace('C', 'right', size),
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

/** Calls a function of page.ts in the browser. */
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

/** Minimum peak signal-to-noise ratio against the CPU's image, in dB. Rounding alone gives about 60. */
const parity_db = 50;

test('WebGL turns a head like the CPU, and shows photo and simulation on the right sides of the divider', async () => {
  for (const degrees of [-8, 5]) {
    const { left, unturned, right } = await inPage('sway', 'C-front', degrees);
    // WebGL interpolates pixels linearly, the CPU bicubically.
    expect(left.psnr_db, String(degrees)).toBeGreaterThan(32);
    expect(left.psnr_db, String(degrees)).toBeGreaterThan(unturned.psnr_db + 8);
    expect(right.largest).toBe(0);
  }
  const straight = await inPage('sway', 'A-front', 0);
  expect(straight.left.psnr_db).toBeGreaterThan(50);
});

describe('the graphics card draws what the CPU draws', () => {
  const single = treatmentNames.map(
    (name): Recipe => ({ version: 1, treatments: { [name]: doseResponse[name].max * 0.8 } }),
  );

  test('the graphics card draws every treatment and style on every pose like the CPU', async () => {
    const recipes = [...single, ...styles.map(recipeFor)];
    for (const face of faces) {
      const comparisons = await inPage('parity', face.name, recipes, {});
      comparisons.forEach(({ psnr_db }, n) =>
        expect(psnr_db, `${treatmentNames[n] ?? 'a style'} on ${face.name}`).toBeGreaterThan(parity_db),
      );
    }
  }, 120_000);

  test('a treatment drawn by the graphics card differs from the CPU by less than 5 of 255 at the worst pixel', async () => {
    const comparisons = await inPage('parity', 'C-front', single, {});
    comparisons.forEach(({ largest }, n) => expect(largest, treatmentNames[n]).toBeLessThan(5));
  }, 60_000);

  test('the graphics card draws different doses on both sides like the CPU', async () => {
    const treatments = {
      crows_feet: { right: 0, left: 12 },
      cheek: { right: 2, left: 0 },
      redness: { right: 100, left: 0 },
      neck_bands: { right: 0, left: 20 },
    };
    const [lopsided] = await inPage('parity', 'A-front', [{ version: 1, treatments }], {});
    expect(lopsided!.psnr_db).toBeGreaterThan(parity_db);
  });

  test('the graphics card draws brush strokes and a doctor’s own table like the CPU', async () => {
    const settings = {
      brush: [
        {
          mode: 'limit',
          points: [
            [0.5, 0.3],
            [0.5, 0.7],
          ],
          radius: 0.3,
        },
        { mode: 'protect', points: [[0.35, 0.5]], radius: 0.08 },
      ],
      table: tunedTable({ cheek: { v0: 0.6 } }),
    } satisfies DrawSettings;
    const [held] = await inPage('parity', 'B-front', [recipeFor('glamour')], {}, settings);
    expect(held!.psnr_db).toBeGreaterThan(parity_db);
  });

  test('the graphics card draws the light of fillers like the CPU when it is shown more clearly', async () => {
    const [clear] = await inPage('parity', 'A-right', [recipeFor('glamour')], {}, { isClear: true });
    expect(clear!.psnr_db).toBeGreaterThan(parity_db);
  });

  test('the graphics card draws a photo larger than a texture in tiles, like the CPU', async () => {
    const [tiled] = await inPage('parity', 'C-front', [recipeFor('glamour')], { largest_px: 300 });
    expect(tiled!.psnr_db).toBeGreaterThan(parity_db);
  });

  test('a graphics card without half floats draws less exactly than others', async () => {
    const [coarse] = await inPage('parity', 'A-front', [recipeFor('harmonious')], { precision: 'byte' });
    expect(coarse!.psnr_db).toBeGreaterThan(45);
  });

  test('the graphics card draws the photo itself for an empty recipe, even after a recipe with doses', async () => {
    const all: Recipe = { version: 1, treatments: Object.assign({}, ...single.map(({ treatments }) => treatments)) };
    const [, empty] = await inPage('parity', 'B-front', [all, emptyRecipe], {});
    expect(empty!.largest).toBe(0);
  });
});

test('left of the split every byte of the photo is shown unchanged', async () => {
  const { left, right } = await inPage('split', 'C-front', recipeFor('glamour'));
  expect(left.largest).toBe(0);
  expect(right.psnr_db).toBeLessThan(40);
});

test('a restored graphics context shows the same picture', async () => {
  expect((await inPage('contextLoss', 'A-front', recipeFor('harmonious'))).largest).toBe(0);
});

test('the face worker finds the same landmarks as Node, and ends on request', async () => {
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

test('the render worker draws the same bytes as Node, reports its stages and stops when cancelled', async () => {
  const face = faces[0]!;
  const recipe = recipeFor('harmonious');
  const { hash, stages, answer, unknown } = await inPage('worker', face.name, recipe);
  const here = render(prepare(face.picture, face.landmarks), recipe);
  expect(hash).toBe(createHash('sha256').update(here.data).digest('hex'));
  expect([...new Set(stages)]).toEqual(['skin', 'colour', 'shape']);
  expect(answer).toBe('AbortError');
  expect(unknown).toContain('Nothing was prepared');
}, 30_000);
