import type { Plane, Size } from '../maths/plane.ts';
import type { Picture } from '../picture.ts';

/** Four planes in one texture, with what turns its values back: value = texel · scale + offset. */
export interface LayerTexture {
  readonly texture: WebGLTexture;
  readonly scale: readonly [number, number, number, number];
  readonly offset: readonly [number, number, number, number];
}

/** Half floats hold the layers to 0.1 %; bytes, for drivers that refuse half floats, to 0.4 % of each plane's range. */
export type LayerPrecision = 'half' | 'byte';

export function pictureTexture(gl: WebGL2RenderingContext, { width, height, data }: Picture): WebGLTexture {
  const texture = emptyTexture(gl, gl.NEAREST);
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
  return texture;
}

/** An empty texture to draw into. */
export function targetTexture(gl: WebGL2RenderingContext, { width, height }: Size): WebGLTexture {
  const texture = emptyTexture(gl, gl.NEAREST);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, width, height);
  return texture;
}

/** Up to four byte masks; missing ones are zero. */
export function maskTexture(gl: WebGL2RenderingContext, size: Size, masks: readonly Uint8Array[]): WebGLTexture {
  const texture = emptyTexture(gl, gl.LINEAR);
  const bytes = new Uint8Array(size.width * size.height * 4);
  masks.forEach((mask, channel) => {
    for (let i = 0; i < mask.length; i++) bytes[4 * i + channel] = mask[i]!;
  });
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, size.width, size.height, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
  return texture;
}

/** Up to four planes; missing ones are zero. */
export function layerTexture(
  gl: WebGL2RenderingContext,
  size: Size,
  planes: readonly Plane[],
  precision: LayerPrecision,
): LayerTexture {
  return precision === 'half' ? halfTexture(gl, size, planes) : byteTexture(gl, size, planes);
}

/** Displacements of a lattice, in full floats: they are read by texel, so no filtering is needed. */
export function latticeTexture(gl: WebGL2RenderingContext): WebGLTexture {
  return emptyTexture(gl, gl.NEAREST);
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

/** Zero is kept exact in every plane, or untreated skin would change. */
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

function emptyTexture(gl: WebGL2RenderingContext, filter: GLenum): WebGLTexture {
  const texture = gl.createTexture();
  gl.activeTexture(gl.TEXTURE0);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  return texture;
}
