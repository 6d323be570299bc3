import { stillBelow_px } from '../warp/resample-warp.ts';

/**
 * Shaders are template strings in .ts files instead of .glsl files, because the engine also runs in Node without a
 * bundler, and Node cannot import text files.
 */

/**
 * Draws quads into a texture. The corners of the quads are in pixels of the photo. Row 0 of the texture is the top row
 * of `sheet`, the part of the photo that the texture covers.
 */
export const patchVertexShader = `#version 300 es
in vec2 corner;
uniform vec4 sheet; // left, top, width, height in pixels of the photo
void main() {
  gl_Position = vec4((corner - sheet.xy) / sheet.zw * 2.0 - 1.0, 0.0, 1.0);
}
`;

/**
 * Draws triangles on the canvas. The corners of the triangles are in pixels of the photo, and each corner has a
 * backward displacement. WebGL counts the rows of the canvas from the bottom.
 */
export const canvasVertexShader = `#version 300 es
in vec2 corner;
in vec2 displacement;
uniform vec2 size; // size of the photo in pixels
out vec2 shift;
void main() {
  shift = displacement;
  gl_Position = vec4(corner.x / size.x * 2.0 - 1.0, 1.0 - corner.y / size.y * 2.0, 0.0, 1.0);
}
`;

/** Copies a texture to the canvas unchanged. */
export const copyFragmentShader = `#version 300 es
precision highp float;
uniform sampler2D source;
uniform vec2 size;
uniform vec2 origin; // left and top of the texture, in pixels of the photo
out vec4 colour;
void main() {
  vec2 at = vec2(gl_FragCoord.x, size.y - gl_FragCoord.y) - origin;
  colour = vec4(texelFetch(source, ivec2(at), 0).rgb, 1.0);
}
`;

/**
 * For each pixel, reads the treated photo at the position that the backward lattice gives. The interpolation is bicubic
 * (Catmull-Rom), as in warp/resample-warp.ts.
 */
export const warpFragmentShader = `#version 300 es
precision highp float;
uniform sampler2D source;
uniform vec2 size;
uniform vec2 origin;
in vec2 shift;
out vec4 colour;

vec4 weights(float t) {
  float t2 = t * t;
  float t3 = t2 * t;
  return vec4(-0.5 * t3 + t2 - 0.5 * t, 1.5 * t3 - 2.5 * t2 + 1.0, -1.5 * t3 + 2.0 * t2 + 0.5 * t, 0.5 * t3 - 0.5 * t2);
}

vec3 row(ivec2 start, vec4 w) {
  return w.x * texelFetch(source, start, 0).rgb + w.y * texelFetch(source, start + ivec2(1, 0), 0).rgb
    + w.z * texelFetch(source, start + ivec2(2, 0), 0).rgb + w.w * texelFetch(source, start + ivec2(3, 0), 0).rgb;
}

void main() {
  vec2 at = vec2(gl_FragCoord.x, size.y - gl_FragCoord.y) - 0.5;
  vec2 from = all(lessThanEqual(abs(shift), vec2(${stillBelow_px}))) ? at : clamp(at - shift, vec2(1.0), size - 2.001);
  ivec2 cell = ivec2(from);
  vec4 across = weights(from.x - float(cell.x));
  vec4 down = weights(from.y - float(cell.y));
  ivec2 start = clamp(cell - ivec2(origin) - 1, ivec2(0), textureSize(source, 0) - 4);
  colour = vec4(down.x * row(start, across) + down.y * row(start + ivec2(0, 1), across)
    + down.z * row(start + ivec2(0, 2), across) + down.w * row(start + ivec2(0, 3), across), 1.0);
}
`;
