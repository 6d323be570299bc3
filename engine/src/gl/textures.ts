import type { Bounds, Plane, Size } from '../maths/plane.ts';
import type { Picture } from '../picture.ts';
import type { LightChange } from '../volume/relight.ts';
import { mostRelit } from '../volume/relight.ts';

/** Up to four planes in one texture, and the numbers that restore their values: value = texel · scale + offset. */
export interface LayerTexture {
  readonly texture: WebGLTexture;
  readonly scale: readonly [number, number, number, number];
  readonly offset: readonly [number, number, number, number];
}

/**
 * Precision of the stored layers. Half floats have an error of 0.1 %. Bytes, for drivers that refuse half floats,
 * have an error of 0.4 % of each plane's range.
 */
export type LayerPrecision = 'half' | 'byte';

/** Uploads a part of an image as a texture. */
export function pictureTexture(gl: WebGL2RenderingContext, { width, data }: Picture, part: Bounds): WebGLTexture {
  const texture = emptyTexture(gl, gl.NEAREST);
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  gl.pixelStorei(gl.UNPACK_ROW_LENGTH, width);
  gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, part.left);
  gl.pixelStorei(gl.UNPACK_SKIP_ROWS, part.top);
  const [w, h] = [part.right - part.left, part.bottom - part.top];
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, w, h, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
  for (const setting of [gl.UNPACK_ROW_LENGTH, gl.UNPACK_SKIP_PIXELS, gl.UNPACK_SKIP_ROWS]) gl.pixelStorei(setting, 0);
  return texture;
}

/**
 * Writes a mask of one byte per pixel into a texture. Without a mask the texture is one texel that allows every change.
 */
export function writeMask(
  gl: WebGL2RenderingContext,
  texture: WebGLTexture,
  size: Size,
  mask: Uint8Array | null,
): void {
  gl.activeTexture(gl.TEXTURE0);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  const { width, height } = mask ? size : { width: 1, height: 1 };
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, width, height, 0, gl.RED, gl.UNSIGNED_BYTE, mask ?? new Uint8Array([255]));
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4);
}

/** Uploads up to four masks of bytes as the channels of one texture. Channels without a mask are zero. */
export function maskTexture(gl: WebGL2RenderingContext, size: Size, masks: readonly Uint8Array[]): WebGLTexture {
  const texture = emptyTexture(gl, gl.LINEAR);
  const bytes = new Uint8Array(size.width * size.height * 4);
  masks.forEach((mask, channel) => {
    for (let i = 0; i < mask.length; i++) bytes[4 * i + channel] = mask[i]!;
  });
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, size.width, size.height, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
  return texture;
}

/** Uploads up to four planes as the channels of one texture. Channels without a plane are zero. */
export function layerTexture(
  gl: WebGL2RenderingContext,
  size: Size,
  planes: readonly Plane[],
  precision: LayerPrecision,
): LayerTexture {
  return precision === 'half' ? halfTexture(gl, size, planes) : byteTexture(gl, size, planes);
}

function halfTexture(gl: WebGL2RenderingContext, { width, height }: Size, planes: readonly Plane[]): LayerTexture {
  const texture = emptyTexture(gl, gl.LINEAR);
  const values = new Float32Array(width * height * 4);
  planes.forEach((plane, channel) => {
    for (let i = 0; i < plane.length; i++) values[4 * i + channel] = plane[i]!;
  });
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA16F, width, height, 0, gl.RGBA, gl.FLOAT, values);
  return { texture, scale: [1, 1, 1, 1], offset: [0, 0, 0, 0] };
}

/** Uploads planes as bytes. Zero stays exact in every plane; otherwise untreated skin would change. */
function byteTexture(gl: WebGL2RenderingContext, { width, height }: Size, planes: readonly Plane[]): LayerTexture {
  const texture = emptyTexture(gl, gl.LINEAR);
  const bytes = new Uint8Array(width * height * 4);
  const scale: [number, number, number, number] = [0, 0, 0, 0];
  const offset: [number, number, number, number] = [0, 0, 0, 0];
  planes.forEach((plane, channel) => {
    let low = 0;
    let high = 0;
    for (const value of plane) {
      if (value < low) low = value;
      else if (value > high) high = value;
    }
    const step = Math.max((high - low) / 254, 1e-9);
    const zero = Math.ceil(-low / step);
    for (let i = 0; i < plane.length; i++) bytes[4 * i + channel] = Math.round(plane[i]! / step) + zero;
    scale[channel] = step * 255;
    offset[channel] = -zero * step;
  });
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
  return { texture, scale, offset };
}

/**
 * Creates a texture for the change of light: value = texel · scale + offset. The texture is written again for each
 * recipe.
 */
export function lightTexture(gl: WebGL2RenderingContext, precision: LayerPrecision) {
  const texture = emptyTexture(gl, gl.LINEAR);
  const none = { size: { width: 1, height: 1 }, plane: new Float32Array(1) };
  return {
    texture,
    write(light: LightChange | null): { scale: number; offset: number } {
      const { size, plane } = light ?? none;
      gl.activeTexture(gl.TEXTURE0);
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
      const { width, height } = size;
      // The bytes have 127 steps on each side of zero, so that zero stays exact.
      const bytes = () => Uint8Array.from(plane, (value) => 127 + Math.round((127 * value) / mostRelit));
      if (precision === 'half') gl.texImage2D(gl.TEXTURE_2D, 0, gl.R16F, width, height, 0, gl.RED, gl.FLOAT, plane);
      else gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, width, height, 0, gl.RED, gl.UNSIGNED_BYTE, bytes());
      gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4);
      if (precision === 'half') return { scale: 1, offset: 0 };
      return { scale: (255 / 127) * mostRelit, offset: -mostRelit };
    },
  };
}

export function emptyTexture(gl: WebGL2RenderingContext, filter: GLenum): WebGLTexture {
  const texture = gl.createTexture();
  gl.activeTexture(gl.TEXTURE0);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  return texture;
}
