/**
 * node tools/bench/engine-gl.ts
 *
 * Measures the milliseconds from a slider's movement to the drawn image, at 1024 × 1024, with WebGL2 in software
 * (headless Chromium, SwiftShader). It measures the draw call, and the time until a pixel can be read. It also measures
 * the CPU time of all browser processes for one image, which is more reliable on a busy machine. Then, at 640 × 640, it
 * compares each treatment's image with the image that the CPU draws, and prints the similarity in dB by pose.
 */
import { chromium } from 'playwright-core';
import { demoFace, people, poses } from '../../engine/test/demo-faces.ts';
import { servePage } from '../../engine/test/browser/serve-page.ts';
import { doseResponse, treatmentNames } from '../../engine/src/dose-response.ts';
import type { TreatmentName } from '../../engine/src/dose-response.ts';
import { recipeFor, styles } from '../../engine/src/presets.ts';
import { emptyRecipe, withDose } from '../../engine/src/recipe.ts';
import type { Recipe } from '../../engine/src/recipe.ts';
import { findChromium } from '../setup/chromium.mjs';

const steps = 24;
const large = { ...(await demoFace('C', 'front', 1024)), name: 'large' };
const small = await Promise.all(people.flatMap((person) => poses.map((pose) => demoFace(person, pose, 640))));
const served = await servePage([large, ...small]);
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
});
const page = await browser.newPage();
await page.goto(served.url);
await page.waitForFunction(() => 'engine' in globalThis);

const session = await browser.newBrowserCDPSession();

console.log('Dragging one slider, 1024 × 1024, software GL          draw call   picture       CPU');
const base = recipeFor('harmonious');
for (const name of ['brow_lift', 'upper_lip', 'cheek', 'jawline', 'masseter', 'forehead', 'redness'] as const) {
  await report(`${name} alone`, drag(emptyRecipe, name));
}
for (const name of ['brow_lift', 'cheek', 'forehead'] as const)
  await report(`${name}, in the preset`, drag(base, name));

console.log('\nWebGL2 against CPU, dB, the least of three faces            front   right    left');
const recipes = [
  ...treatmentNames.map((name) => withDose(emptyRecipe, name, doseResponse[name].max)),
  ...styles.map(recipeFor),
];
const least = await leastByPose(recipes);
recipes.forEach((_, n) => {
  const title = treatmentNames[n] ?? styles[n - treatmentNames.length]!;
  console.log(title.padEnd(56) + poses.map((pose) => least[pose]![n]!.toFixed(1).padStart(8)).join(''));
});
await browser.close();
served.close();
process.exit(0);

function drag(from: Recipe, name: TreatmentName): Recipe[] {
  const { max } = doseResponse[name];
  // The doses include values between the steps of a slider, because drawing the same dose a second time takes no time.
  return Array.from({ length: steps + 1 }, (_, n) => ({
    version: 1,
    treatments: { ...from.treatments, [name]: max * (0.3 + (0.7 * n) / steps) },
  }));
}

/** Returns the CPU seconds that the browser and all of its processes have used until now. */
async function cpuSeconds(): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

async function report(title: string, dragged: Recipe[]): Promise<void> {
  // The first drawings are not measured. They upload the layers, which a drag does not do.
  await drawTimes(dragged.slice(0, 2));
  const idle = await cpuSeconds();
  await drawTimes(dragged.slice(0, 2));
  const before = await cpuSeconds();
  const times = await drawTimes(dragged);
  const cpu_ms = (1000 * ((await cpuSeconds()) - before - (before - idle))) / (dragged.length - 2);
  const median = (values: number[]) => (values.sort((a, b) => a - b)[values.length >> 1] ?? 0).toFixed(0).padStart(8);
  const [called, shown] = [median(times.map((t) => t.call_ms)), median(times.map((t) => t.picture_ms))];
  console.log(`${title.padEnd(52)}${called} ms${shown} ms${cpu_ms.toFixed(0).padStart(7)} ms`);
}

async function drawTimes(dragged: Recipe[]): Promise<{ call_ms: number; picture_ms: number }[]> {
  return page.evaluate(
    ([name, recipes]) => {
      const { engine } = globalThis as unknown as {
        engine: { drawTimes(name: string, recipes: unknown[]): Promise<{ call_ms: number; picture_ms: number }[]> };
      };
      return engine.drawTimes(name as string, recipes as unknown[]);
    },
    ['large', dragged] as [string, Recipe[]],
  );
}

async function leastByPose(all: Recipe[]): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {};
  for (const { name, pose } of small) {
    const values = await page.evaluate(
      async ([face, recipes]) => {
        const { engine } = globalThis as unknown as {
          engine: { parity(name: string, recipes: unknown[], options: object): Promise<{ psnr_db: number }[]> };
        };
        return (await engine.parity(face as string, recipes as unknown[], {})).map(({ psnr_db }) => psnr_db);
      },
      [name, all] as [string, Recipe[]],
    );
    // If a treatment changes nothing in a pose, both images are equal, and the value in dB is infinite. It is then
    // reported as 99 dB.
    found[pose] = values.map((value, n) => Math.min(value, 99, found[pose]?.[n] ?? 99));
  }
  return found;
}
