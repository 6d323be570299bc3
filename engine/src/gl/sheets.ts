import type { Bounds } from '../maths/plane.ts';
import type { Picture } from '../picture.ts';
import { emptyTexture, pictureTexture } from './textures.ts';

/** A part of the photo that fits into a texture of the graphics card: the whole photo, or one of several tiles. */
export interface Sheet {
  /** Part of the canvas that the sheet draws, in pixels of the photo. */
  readonly inner: Bounds;
  /** Part of the photo in the textures. It is larger than `inner` by the distance that a warp can move a pixel. */
  readonly outer: Bounds;
  readonly photo: WebGLTexture;
  /** The photo with the skin passes applied. */
  readonly treated: WebGLTexture;
  readonly target: WebGLFramebuffer;
}

/**
 * Uploads the photo in as few sheets as the graphics card allows.
 *
 * @param largest longest side of a texture, in pixels
 * @param margin pixels by which a sheet extends beyond the part that it draws
 */
export function createSheets(gl: WebGL2RenderingContext, photo: Picture, largest: number, margin: number): Sheet[] {
  return sheetBounds(photo, largest, margin).map(({ inner, outer }) => {
    const source = pictureTexture(gl, photo, outer);
    const treated = emptyTexture(gl, gl.NEAREST);
    const [width, height] = [outer.right - outer.left, outer.bottom - outer.top];
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, width, height);
    const target = framebufferOf(gl, treated);
    // The treated texture starts as a copy of the photo. A skin pass writes only pixels of its own patch. All other
    // pixels keep the bytes of the photo.
    const from = framebufferOf(gl, source);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, from);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, target);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    gl.deleteFramebuffer(from);
    return { inner, outer, photo: source, treated, target };
  });
}

/** Returns one sheet if the photo fits; otherwise several sheets whose inner parts cover the photo without overlap. */
export function sheetBounds(
  { width, height }: Pick<Picture, 'width' | 'height'>,
  largest: number,
  margin: number,
): { inner: Bounds; outer: Bounds }[] {
  const whole = { left: 0, top: 0, right: width, bottom: height };
  if (Math.max(width, height) <= largest) return [{ inner: whole, outer: whole }];
  const step = Math.max(16, largest - 2 * margin);
  const sheets: { inner: Bounds; outer: Bounds }[] = [];
  for (let top = 0; top < height; top += step) {
    for (let left = 0; left < width; left += step) {
      const inner = { left, top, right: Math.min(width, left + step), bottom: Math.min(height, top + step) };
      const outer = {
        left: Math.max(0, left - margin),
        top: Math.max(0, top - margin),
        right: Math.min(width, inner.right + margin),
        bottom: Math.min(height, inner.bottom + margin),
      };
      sheets.push({ inner, outer });
    }
  }
  return sheets;
}

function framebufferOf(gl: WebGL2RenderingContext, texture: WebGLTexture): WebGLFramebuffer {
  const framebuffer = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
  return framebuffer;
}
