/** Calls for the browser tests. They run the browser parts of the engine and return numbers instead of images. */
import { createGlRenderer } from '../../src/gl/gl-renderer.ts';
import type { GlOptions } from '../../src/gl/gl-renderer.ts';
import type { Landmarks, Picture, Pose } from '../../src/picture.ts';
import type { Recipe } from '../../src/recipe.ts';
import { prepare, render } from '../../src/simulate.ts';
import type { DrawSettings, PreparedFace } from '../../src/simulate.ts';
import { swayField, swayLattice } from '../../src/sway/sway-field.ts';
import { createSwayRenderer } from '../../src/sway/sway-renderer.ts';
import { backwardLattice } from '../../src/warp/lattice.ts';
import { warpRows } from '../../src/warp/resample-warp.ts';
import { startFaceClient } from '../../src/worker/face-client.ts';
import { startRenderClient } from '../../src/worker/render-client.ts';
import { changedBounds, compare } from '../compare.ts';

const prepared = new Map<string, PreparedFace>();

async function load(name: string): Promise<PreparedFace> {
  const known = prepared.get(name);
  if (known) return known;
  const landmarks = (await (await fetch(`/landmarks/${name}`)).json()) as Landmarks;
  const face = prepare(await fetchPicture(name), landmarks);
  prepared.set(name, face);
  return face;
}

async function fetchPicture(name: string): Promise<Picture> {
  const response = await fetch(`/pixels/${name}`);
  const [width, height] = response.headers.get('x-size')!.split('x').map(Number) as [number, number];
  return { width, height, data: new Uint8ClampedArray(await response.arrayBuffer()) };
}

function newCanvas(): HTMLCanvasElement {
  return document.body.appendChild(document.createElement('canvas'));
}

async function sha256(picture: Picture): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', picture.data.slice().buffer as ArrayBuffer);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const calls = {
  /**
   * Compares both renderers for several recipes. The same WebGL renderer draws one recipe after another, as it does
   * while a slider moves.
   */
  async parity(name: string, recipes: Recipe[], options: GlOptions, settings: DrawSettings = {}) {
    const face = await load(name);
    const renderer = createGlRenderer(newCanvas(), face, options);
    const comparisons = recipes.map((recipe) => {
      renderer.draw(recipe, settings);
      const drawn = renderer.readPicture();
      const expected = render(face, recipe, settings);
      return compare(drawn, expected, changedBounds(expected, face.photo));
    });
    renderer.dispose();
    return comparisons;
  },

  /**
   * For each recipe of a drag, measures the milliseconds until the draw call returns, and until a pixel can be read.
   * Reading a pixel waits for the graphics card. The first recipe only warms up and is not returned.
   */
  async drawTimes(name: string, recipes: Recipe[]) {
    const face = await load(name);
    const canvas = newCanvas();
    const renderer = createGlRenderer(canvas, face);
    const gl = canvas.getContext('webgl2')!;
    const pixel = new Uint8Array(4);
    const times = recipes.map((recipe) => {
      const start = performance.now();
      renderer.draw(recipe);
      const called = performance.now() - start;
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      return { call_ms: called, picture_ms: performance.now() - start };
    });
    renderer.dispose();
    return times.slice(1);
  },

  /** Compares both sides of the split with the photo. The left side shows the photo, the right side the rendering. */
  async split(name: string, recipe: Recipe) {
    const face = await load(name);
    const renderer = createGlRenderer(newCanvas(), face);
    renderer.draw(recipe, { split: 0.5 });
    const { width, height } = face.photo;
    const drawn = renderer.readPicture();
    renderer.dispose();
    const half = Math.round(width / 2);
    return {
      left: compare(drawn, face.photo, { left: 0, top: 0, right: half, bottom: height }),
      right: compare(drawn, face.photo, { left: half, top: 0, right: width, bottom: height }),
    };
  },

  /**
   * Draws a photo with its head turned by some degrees to the left of the divider, and a black image to the right.
   * Compares the left half with the turned head that the CPU draws, and the right half with black.
   */
  async sway(name: string, degrees: number) {
    const { photo, landmarks } = await load(name);
    const field = swayField(photo, landmarks);
    const { width, height } = photo;
    const image = new ImageData(photo.data as Uint8ClampedArray<ArrayBuffer>, width, height);
    const dark = new ImageData(width, height);
    const canvas = newCanvas();
    const renderer = createSwayRenderer(canvas, field, { before: image, simulation: dark, width, height });
    renderer.draw(degrees, 0.5);
    const context = new OffscreenCanvas(width, height).getContext('2d')!;
    context.drawImage(canvas, 0, 0);
    const drawn = context.getImageData(0, 0, width, height);
    renderer.dispose();
    const backward = backwardLattice(swayLattice(field, degrees));
    const turned: Picture = { width, height, data: new Uint8ClampedArray(photo.data) };
    warpRows(photo, backward, turned, { top: backward.window.top, bottom: backward.window.bottom });
    const half = Math.round(width / 2);
    const left = { left: 0, top: 0, right: half, bottom: height };
    const right = { left: half, top: 0, right: width, bottom: height };
    return {
      left: compare(drawn, turned, left),
      unturned: compare(drawn, photo, left),
      right: compare(drawn, dark, right),
    };
  },

  async contextLoss(name: string, recipe: Recipe) {
    const face = await load(name);
    const canvas = newCanvas();
    const renderer = createGlRenderer(canvas, face);
    renderer.draw(recipe);
    const before = renderer.readPicture();
    const loss = canvas.getContext('webgl2')!.getExtension('WEBGL_lose_context')!;
    loss.loseContext();
    await new Promise((resolve) => canvas.addEventListener('webglcontextlost', resolve, { once: true }));
    const restored = new Promise((resolve) => canvas.addEventListener('webglcontextrestored', resolve, { once: true }));
    setTimeout(() => loss.restoreContext(), 50);
    await restored;
    const after = renderer.readPicture();
    renderer.dispose();
    return compare(before, after, face.area.window);
  },

  /**
   * Returns the results of the face worker for a demo face, and the name of the error that a call throws after the
   * worker has ended.
   */
  async face(name: string, pose: Pose) {
    const client = await startFaceClient();
    const bitmap = async () => {
      const { width, height, data } = await fetchPicture(name);
      return createImageBitmap(new ImageData(data as Uint8ClampedArray<ArrayBuffer>, width, height));
    };
    const tracked = await client.track(await bitmap());
    const followed = await client.track(await bitmap());
    const assessed = await client.assess(await fetchPicture(name), pose);
    client.terminate();
    const afterwards = await client.detect(await fetchPicture(name)).catch((fault: Error) => fault.name);
    return { tracked, followed, assessed, afterwards };
  },

  /**
   * Returns the hash of the render worker's image, the progress that it reports, and the result of a cancelled
   * rendering.
   */
  async worker(name: string, recipe: Recipe) {
    const { photo, landmarks } = await load(name);
    const client = startRenderClient();
    await client.prepare('photo', photo, landmarks);
    const stages: string[] = [];
    const picture = await client.render('photo', recipe, { onProgress: ({ stage }) => stages.push(stage) });
    const cancelled = new AbortController();
    const pending = client.render('photo', recipe, { signal: cancelled.signal, onProgress: () => cancelled.abort() });
    const answer = await pending.then(
      () => 'a picture',
      (fault: Error) => fault.name,
    );
    await client.release('photo');
    const unknown = await client.render('photo', recipe).catch((fault: Error) => fault.message);
    client.terminate();
    return { hash: await sha256(picture), stages, answer, unknown };
  },
};

export type BrowserCalls = typeof calls;
Object.assign(globalThis, { engine: calls });
