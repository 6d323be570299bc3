import { type RefObject, useEffect, useRef, useState } from 'react';
import { useWorkspace } from '../case/workspace-context.ts';
import type { Pose } from '#contract/intake.ts';
import type { Landmarks, Picture } from '#engine/picture.ts';
import { type Moment, recipeAt } from '#engine/time/course.ts';
import { drawable } from '../treatment/treatments.ts';
import { openCpuPainter } from './cpu-painter.ts';
import { openGlPainter } from './gl-painter.ts';
import { liveSide, type OpenPainter, type Painter, type PainterKind } from './painter.ts';
import { show } from './pixels.ts';
import type { OpenPose } from './pose-store.ts';
import { liveSize } from './scaled-pose.ts';
import { noPictures, openStoredPainter, signedEarlier, storedPicture } from './stored-painter.ts';

export type Painting =
  | { kind: 'preparing' }
  | { kind: 'painting'; by: PainterKind; isLightDoubted: boolean }
  | { kind: 'failed' };

interface Canvases {
  before: RefObject<HTMLCanvasElement | null>;
  /**
   * The element that contains the canvas of the rendering. Each photo gets a new canvas, because a canvas with a WebGL
   * context cannot get a context of another kind.
   */
  after: RefObject<HTMLElement | null>;
}

/** Options of the image on the screen. Signed images are drawn without these options. */
interface Look {
  /** True if fillers change the light in the image more strongly than in reality. */
  isClear: boolean;
  /**
   * The number of days after the treatment and the strength of the response. If it is null, the image shows the full
   * effect of the recipe.
   */
  moment: Moment | null;
}

/**
 * Draws the image again after each change of the recipe. React does not render while a slider moves. If only the
 * options in `look` change, the painter is not prepared again.
 */
export function usePainter(
  pose: OpenPose | null,
  shown: Pose,
  { isClear, moment }: Look,
  { before, after }: Canvases,
): Painting {
  const { draft, studioCase, isEditable } = useWorkspace();
  const signed = isEditable ? noPictures : signedEarlier(studioCase);

  const look = useRef<Look>({ isClear, moment });
  const repaint = useRef<() => void>(null);
  const [painting, setPainting] = useState<Painting>({ kind: 'preparing' });

  useEffect(() => {
    const [photoCanvas, box] = [before.current, after.current];
    if (!pose || !photoCanvas || !box) return;
    setPainting({ kind: 'preparing' });
    const { picture, landmarks } = liveSize(pose, liveSide());
    show(picture, photoCanvas);
    const makeCanvas = () => {
      const canvas = document.createElement('canvas');
      box.replaceChildren(canvas);
      return canvas;
    };

    let painter: Painter | null = null;
    let isOver = false;
    const paint = () => {
      const { isClear, moment } = look.current;
      const recipe = drawable(draft.liveRecipe);
      const brush = draft.liveBrush(shown);
      painter?.paint({
        recipe: moment ? recipeAt(recipe, moment) : recipe,
        settings: { isClear, ...(brush && { brush }) },
      });
    };
    repaint.current = paint;
    const stopListening = draft.onLive(paint);
    const stored = () => storedPicture(signed, draft.snapshot().content, shown);
    const open = async () =>
      stored() ? openStoredPainter(makeCanvas(), picture, stored) : openPainter(makeCanvas, picture, landmarks);
    open().then(
      (opened) => {
        if (isOver) return opened.painter.dispose();
        painter = opened.painter;
        setPainting({ kind: 'painting', by: opened.kind, isLightDoubted: opened.isLightDoubted });
        paint();
      },
      () => !isOver && setPainting({ kind: 'failed' }),
    );
    return () => {
      isOver = true;
      stopListening();
      painter?.dispose();
      box.replaceChildren();
    };
  }, [pose, shown, draft, signed, before, after]);

  useEffect(() => {
    look.current = { isClear, moment };
    repaint.current?.();
  }, [isClear, moment]);

  return painting;
}

/**
 * The name of the performance measure for each live image. It measures the time from the request to the end of the draw
 * call.
 */
const PAINT_MEASURE = 'studio.paint';

/**
 * Waits until the browser has drawn the progress message. After that, the main thread is busy and the browser draws
 * nothing.
 */
const nextPaint = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));

/**
 * Opens the fastest painter for this browser. If possible, it draws on the graphics card. Otherwise it draws the same
 * images on the CPU, which takes a little longer.
 */
async function openPainter(
  makeCanvas: () => HTMLCanvasElement,
  photo: Picture,
  landmarks: Landmarks,
): Promise<OpenPainter> {
  const report = (start: number) => void performance.measure(PAINT_MEASURE, { start, end: performance.now() });
  await nextPaint();
  try {
    return openGlPainter(makeCanvas(), photo, landmarks, report);
  } catch {
    // A canvas with a WebGL context cannot get a context of another kind, so this call creates a new canvas.
    return await openCpuPainter(makeCanvas(), photo, landmarks, report);
  }
}
