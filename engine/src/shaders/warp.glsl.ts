import { stillBelow_px } from '../warp/resample-warp.ts';

/**
 * Reads the treated photo where the backward lattice says each pixel comes from, bicubically (Catmull-Rom), as warp/resample-warp.ts does;
 * left of the split it shows the photo as it was.
 */
export const warpFragmentShader = `#version 300 es
precision highp float;
precision highp sampler2D;

uniform sampler2D photo;
uniform sampler2D treated;
uniform sampler2D lattice;   // backward displacement in pixels, one texel a node
uniform vec4 latticeWindow;  // left, top, width, height in pixels of the photo
uniform vec2 size;           // of the photo
uniform float split;         // pixels from the left that show the photo as it was
uniform bool moves;
out vec4 colour;

vec2 displacement(vec2 at) {
  ivec2 nodes = textureSize(lattice, 0);
  vec2 node = (at - latticeWindow.xy) / latticeWindow.zw * vec2(nodes - 1);
  if (any(lessThan(node, vec2(0.0))) || any(greaterThanEqual(node, vec2(nodes - 1)))) return vec2(0.0);
  ivec2 cell = ivec2(node);
  vec2 share = node - vec2(cell);
  vec2 above = mix(texelFetch(lattice, cell, 0).xy, texelFetch(lattice, cell + ivec2(1, 0), 0).xy, share.x);
  vec2 below = mix(texelFetch(lattice, cell + ivec2(0, 1), 0).xy, texelFetch(lattice, cell + ivec2(1, 1), 0).xy, share.x);
  return mix(above, below, share.y);
}

vec4 weights(float t) {
  float t2 = t * t;
  float t3 = t2 * t;
  return vec4(-0.5 * t3 + t2 - 0.5 * t, 1.5 * t3 - 2.5 * t2 + 1.0, -1.5 * t3 + 2.0 * t2 + 0.5 * t, 0.5 * t3 - 0.5 * t2);
}

vec3 row(ivec2 start, vec4 w) {
  return w.x * texelFetch(treated, start, 0).rgb + w.y * texelFetch(treated, start + ivec2(1, 0), 0).rgb
    + w.z * texelFetch(treated, start + ivec2(2, 0), 0).rgb + w.w * texelFetch(treated, start + ivec2(3, 0), 0).rgb;
}

vec3 bicubic(vec2 at) {
  at = clamp(at, vec2(1.0), size - 2.001);
  ivec2 cell = ivec2(at);
  vec4 across = weights(at.x - float(cell.x));
  vec4 down = weights(at.y - float(cell.y));
  ivec2 start = cell - 1;
  return down.x * row(start, across) + down.y * row(start + ivec2(0, 1), across)
    + down.z * row(start + ivec2(0, 2), across) + down.w * row(start + ivec2(0, 3), across);
}

void main() {
  // The canvas counts rows from below, the photo from above.
  vec2 at = vec2(gl_FragCoord.x, size.y - gl_FragCoord.y) - 0.5;
  ivec2 pixel = ivec2(at + 0.5);
  if (gl_FragCoord.x < split) {
    colour = vec4(texelFetch(photo, pixel, 0).rgb, 1.0);
    return;
  }
  vec2 shift = moves ? displacement(at) : vec2(0.0);
  bool isStill = all(lessThanEqual(abs(shift), vec2(${stillBelow_px})));
  colour = vec4(isStill ? texelFetch(treated, pixel, 0).rgb : bicubic(at - shift), 1.0);
}
`;
