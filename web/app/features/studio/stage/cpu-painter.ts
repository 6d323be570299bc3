import type { Landmarks, Picture } from '#engine/picture.ts';
import { type RenderClient, startRenderClient } from '#engine/worker/render-client.ts';
import { drawingOn, imageOf } from './pixels.ts';
import type { OpenPainter, Painter, Wanted } from './painter.ts';

const KEY = 'live';

/**
 * Draws the same images as the graphics card, but on the CPU and in a worker. It is used in browsers without WebGL2. It
 * draws one image at a time. If several images are requested meanwhile, only the newest request is drawn.
 */
export async function openCpuPainter(
  canvas: HTMLCanvasElement,
  photo: Picture,
  landmarks: Landmarks,
  report: (start: number) => void,
): Promise<OpenPainter> {
  const client = startRenderClient();
  const { isLightDoubted } = await client.prepare(KEY, photo, landmarks).catch((fault: unknown) => {
    client.terminate();
    throw fault;
  });
  canvas.width = photo.width;
  canvas.height = photo.height;
  return { painter: cpuPainter(drawingOn(canvas), client, report), kind: 'cpu', isLightDoubted };
}

function cpuPainter(context: CanvasRenderingContext2D, client: RenderClient, report: (start: number) => void): Painter {
  let wanted: Wanted | null = null;
  let isBusy = false;
  let isOver = false;

  async function work() {
    isBusy = true;
    while (wanted && !isOver) {
      const { recipe, settings } = wanted;
      wanted = null;
      const start = performance.now();
      const picture = await client.render(KEY, recipe, settings);
      if (isOver) return;
      context.putImageData(imageOf(picture), 0, 0);
      report(start);
    }
    isBusy = false;
  }

  return {
    paint(next) {
      wanted = next;
      if (!isBusy) work().catch(() => (isBusy = false));
    },
    dispose() {
      isOver = true;
      client.terminate();
    },
  };
}
