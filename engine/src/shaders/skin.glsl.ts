import { treatmentNames } from '../dose-response.ts';
import { lipRedness } from '../passes/lips.ts';
import { spotGains } from '../passes/pigment.ts';
import { lightPerRedness } from '../passes/redness.ts';
import { underEyeGains } from '../passes/under-eye.ts';
import { textureBesideWrinkles } from '../passes/texture.ts';
import { tearTroughSmoothing } from '../passes/wrinkles.ts';

const treatmentIndices = treatmentNames.map((name, index) => `const int ${name.toUpperCase()} = ${index};`).join('\n');

/**
 * All skin passes for one pixel of the photo, in the order and with the formulas of engine/src/passes, which are the reference: a test holds
 * both together. Target rows run as the photo's: row 0 is its top.
 */
export const skinFragmentShader = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D photo;
uniform sampler2D bands;    // f0, f1, f2, f3
uniform sampler2D detail;   // f4, creases, skin, weight of spots
uniform sampler2D tone;     // spots a, spots b, redness, lift under the eyes
uniform sampler2D shade;    // a and b under the eyes, volume of cheek and chin
uniform sampler2D gloss;    // gloss of the lower lip
uniform sampler2D regionsA; // forehead, glabella, crow's feet, under the eyes
uniform sampler2D regionsB; // nasolabial, upper lip, lower lip, left side
uniform vec4 layerScale[5];
uniform vec4 layerOffset[5];
uniform vec4 faceWindow;    // left, top, width, height in pixels of the photo
uniform vec2 strengths[${treatmentNames.length}]; // right, left
out vec4 colour;

${treatmentIndices}

vec3 toLinear(vec3 c) {
  return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c));
}
vec3 toGamma(vec3 c) {
  c = clamp(c, 0.0, 1.0);
  return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}
vec3 labCurve(vec3 t) {
  return mix((24389.0 / 27.0 * t + 16.0) / 116.0, pow(max(t, 1e-9), vec3(1.0 / 3.0)), step(216.0 / 24389.0, t));
}
vec3 inverseCurve(vec3 f) {
  return mix((116.0 * f - 16.0) * 27.0 / 24389.0, f * f * f, step(6.0 / 29.0, f));
}
vec3 toLab(vec3 srgb) {
  vec3 c = toLinear(srgb);
  vec3 f = labCurve(vec3(
    dot(c, vec3(0.4124564, 0.3575761, 0.1804375)) / 0.95047,
    dot(c, vec3(0.2126729, 0.7151522, 0.0721750)),
    dot(c, vec3(0.0193339, 0.1191920, 0.9503041)) / 1.08883));
  return vec3(116.0 * f.y - 16.0, 500.0 * (f.x - f.y), 200.0 * (f.y - f.z));
}
vec3 fromLab(vec3 lab) {
  float y = (lab.x + 16.0) / 116.0;
  vec3 c = vec3(0.95047, 1.0, 1.08883) * inverseCurve(vec3(y + lab.y / 500.0, y, y - lab.z / 200.0));
  return toGamma(vec3(
    dot(c, vec3(3.2404542, -1.5371385, -0.4985314)),
    dot(c, vec3(-0.9692660, 1.8760108, 0.0415560)),
    dot(c, vec3(0.0556434, -0.2040259, 1.0572252))));
}

vec4 layer(sampler2D source, int index, vec2 at) {
  return texture(source, at) * layerScale[index] + layerOffset[index];
}

vec3 skinChange(vec2 at) {
  vec4 f = layer(bands, 0, at);
  vec4 d = layer(detail, 1, at);
  vec4 t = layer(tone, 2, at);
  vec4 s = layer(shade, 3, at);
  vec4 a = texture(regionsA, at);
  vec4 b = texture(regionsB, at);
  float f4 = d.x, crease = d.y, skin = d.z, spot = d.w;
  float given[${treatmentNames.length}];
  for (int i = 0; i < ${treatmentNames.length}; i++) given[i] = mix(strengths[i].x, strengths[i].y, b.w);
  vec3 change = vec3(0.0);

  // wrinkles.ts
  float smoothed = max(max(a.x * given[FOREHEAD], a.y * given[GLABELLA]),
    max(a.z * given[CROWS_FEET], a.w * given[TEAR_TROUGH] * ${glsl(tearTroughSmoothing)}));
  float w = smoothed * skin;
  if (w >= 0.004) {
    vec4 light = mix(vec4(1.0), vec4(0.6, 0.75, 0.8, 0.6), step(0.0, f));
    vec4 share = (vec4(0.1, 0.3, 0.45, 0.25) + vec4(0.55, 0.62, 0.5, 0.35) * crease) * light;
    change.x -= w * dot(f, share);
  }

  // nasolabial-fold.ts
  float line = crease * (0.5 * min(0.0, f.x) + 0.45 * min(0.0, f.y) + 0.3 * min(0.0, f.z));
  change.x += b.x * skin * given[NASOLABIAL] * (0.55 * max(0.0, -f4) - 0.52 * f.w - 0.62 * f.z - 0.45 * f.y - line);

  // pigment.ts
  float missing = -(f.y + f.z + f.w) - change.x;
  change.x += max(0.0, missing) * spot * given[PIGMENT] * ${glsl(spotGains.light)};
  change.yz += t.xy * given[PIGMENT];

  // texture.ts
  float pores = f.x * (f.x < 0.0 ? 0.4 : 0.25);
  float fine = f.y * (f.y < 0.0 ? 0.62 : 0.45);
  float room = 1.0 - ${glsl(1 - textureBesideWrinkles)} * smoothed;
  change.x -= skin * given[TEXTURE] * room * (pores + fine + 0.42 * f.z);

  // redness.ts
  float cut = t.z * given[REDNESS];
  change.y -= cut;
  change.x += ${glsl(lightPerRedness)} * cut;

  // under-eye.ts
  float ring = given[DARK_CIRCLES], filler = given[TEAR_TROUGH];
  float lifted = min(${glsl(underEyeGains.most)}, ${glsl(underEyeGains.darkCircles)} * ring + ${glsl(underEyeGains.tearTrough)} * filler);
  float hollow = 0.55 * max(0.0, -f4) + 0.45 * max(0.0, -f.w) + 0.22 * max(0.0, -f.z);
  change.x += t.w * lifted + a.w * skin * filler * hollow;
  change.yz += s.xy * ring;

  // volume.ts
  change.x += s.z * given[CHEEK] + s.w * given[CHIN];

  // lips.ts
  change.y += ${glsl(lipRedness)} * given[LIPS] * min(1.0, b.y + b.z);
  change.x += layer(gloss, 4, at).x * given[LIPS];
  return change;
}

void main() {
  vec4 source = texelFetch(photo, ivec2(gl_FragCoord.xy), 0);
  colour = source;
  vec2 at = (gl_FragCoord.xy - faceWindow.xy) / faceWindow.zw;
  if (any(lessThan(at, vec2(0.0))) || any(greaterThan(at, vec2(1.0)))) return;
  vec3 change = skinChange(at);
  if (all(lessThan(abs(change), vec3(1e-4)))) return;
  colour = vec4(fromLab(toLab(source.rgb) + change), source.a);
}
`;

/** A number as GLSL reads it: always with a point. */
function glsl(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : `${value}`;
}
