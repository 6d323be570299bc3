import type { StudioCase } from '#contract/cases.ts';
import { type Draft, type Rendering, Styles } from '#contract/drafts.ts';
import type { Pose } from '#contract/intake.ts';
import { engineVersion } from '#engine/recipe.ts';
import type { Picture } from '#engine/picture.ts';
import type { OpenPainter } from './painter.ts';
import { drawingOn } from './pixels.ts';

/** An empty list. It is always the same object, because a new object would make React open the images again. */
export const noPictures: readonly Rendering[] = [];

/**
 * Returns the stored images of a case if the current version of the engine would draw its doses differently. For any
 * other case the list is empty, because the live image is the same as the stored one.
 */
export function signedEarlier({ draft, renderings }: Pick<StudioCase, 'draft' | 'renderings'>): readonly Rendering[] {
  return Styles.some((style) => draft.recipes[style].engine !== engineVersion) ? renderings : noPictures;
}

/** Returns the address of the stored image for a pose in the chosen style, or null if there is none. */
export function storedPicture(
  renderings: readonly Rendering[],
  { style }: Pick<Draft, 'style'>,
  pose: Pose,
): string | null {
  return renderings.find((one) => one.pose === pose && one.style === style)?.url ?? null;
}

/**
 * Shows stored images. Each call of `paint` calls `address`, which returns the address of the image to show, or null if
 * there is none. If `paint` is called several times, only the newest image is shown.
 */
export function openStoredPainter(
  canvas: HTMLCanvasElement,
  { width, height }: Pick<Picture, 'width' | 'height'>,
  address: () => string | null,
): OpenPainter {
  canvas.width = width;
  canvas.height = height;
  const context = drawingOn(canvas);
  let shown: string | null = null;
  const show = async (url: string) => {
    const answer = await fetch(url, { credentials: 'include' });
    if (!answer.ok) throw new Error(`The picture answered ${answer.status}`);
    const bitmap = await createImageBitmap(await answer.blob());
    if (shown === url) context.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
  };
  const painter = {
    paint() {
      const url = address();
      if (!url || url === shown) return;
      shown = url;
      show(url).catch(() => {
        if (shown === url) shown = null;
      });
    },
    dispose() {
      shown = null;
    },
  };
  return { painter, kind: 'stored', isLightDoubted: false };
}
