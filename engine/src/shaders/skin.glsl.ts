import { treatmentNames } from '../dose-response.ts';
import { bulgeShares, creaseAhead, foldDepth, foldShares } from '../passes/folds.ts';
import { flipShare, lipTint } from '../passes/lips.ts';
import { cordShares } from '../passes/neck.ts';
import { deepShade, deepest, glowEnds, glowShares, litRoot, sallow } from '../passes/radiance.ts';
import { hueReach, leastYellow, lightPerRedness, yellowPerRedness } from '../passes/redness.ts';
import {
  broadRays,
  lightShares,
  lineShares,
  mostTaken,
  poreShares,
  tearTroughSmoothing,
  textureShares,
} from '../passes/relief.ts';
import { underEyeGains } from '../passes/under-eye.ts';
import { mostLit } from '../passes/volume.ts';

const treatmentIndices = treatmentNames.map((name, index) => `const int ${name.toUpperCase()} = ${index};`).join('\n');

/**
 * All skin passes for one pixel of the photo, in the order and with the formulas of engine/src/passes. Those passes
 * are the reference, and a test compares the results. Row 0 of the target is the top row, as in the photo.
 */
export const skinFragmentShader = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D photo;
// The comments up to regionsC name the channels. f0 (finest) to f4 are bands of lightness, a and b are a* and b*.
uniform sampler2D bands;    // f0, f1, f2, f3
uniform sampler2D detail;   // f4, creases, skin, light of spots
uniform sampler2D tone;     // a of spots, b of spots, redness, lift under the eyes
uniform sampler2D shade;    // a and b under the eyes, gloss of the lower lip, a of lines
uniform sampler2D rest;     // masseter, b of lines, furrows
uniform sampler2D regionsA; // forehead, glabella, crow's feet, under the eyes
uniform sampler2D regionsB; // nasolabial, upper lip, lower lip, left side
uniform sampler2D regionsC; // marionette, chin, neck
uniform sampler2D brush;    // share of a change that the doctor's brush allows
uniform sampler2D light;    // logarithm of the factor by which fillers change the light
uniform vec2 lightSize;     // size of the face window divided by the size of the light texture
uniform float lightScale;
uniform float lightOffset;
uniform vec4 layerScale[5];
uniform vec4 layerOffset[5];
uniform vec2 origin;        // left and top of the target texture, in pixels of the photo
uniform vec4 faceWindow;    // left, top, width, height in pixels of the photo
uniform float restraint;
uniform float glow;
uniform vec2 evening;       // for the treatments of texture and pores
uniform vec2 grain;         // of the bands f0 and f1
uniform float calmHue;
uniform vec2 strengths[${treatmentNames.length}]; // on the right and the left side of the face
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

vec3 skinChange(vec2 at, vec3 lab) {
  vec4 f = layer(bands, 0, at);
  vec4 d = layer(detail, 1, at);
  vec4 t = layer(tone, 2, at);
  vec4 s = layer(shade, 3, at);
  vec4 r = layer(rest, 4, at);
  vec4 a = texture(regionsA, at);
  vec4 b = texture(regionsB, at);
  vec4 c = texture(regionsC, at);
  float f4 = d.x, k = d.y, skin = d.z, spot = d.w;
  float given[${treatmentNames.length}];
  for (int i = 0; i < ${treatmentNames.length}; i++) given[i] = mix(strengths[i].x, strengths[i].y, b.w);
  vec3 change = vec3(0.0);
  vec4 raised = step(0.0, f);
  vec4 lined = vec4(max(vec2(0.0), 1.0 - grain / max(abs(f.xy), vec2(1e-6))), 1.0, 1.0);
  float depth = max(1e-3, -f.y - f.z - f.w - f4);

  // relief.ts
  float ray = skin * a.z * given[CROWS_FEET];
  float furrow = skin * max(max(a.x * given[FOREHEAD], a.y * given[GLABELLA]), a.w * given[TEAR_TROUGH] * ${glsl(tearTroughSmoothing)});
  float w = max(furrow, ray);
  vec4 lineWeight = vec4(w, w, w, max(furrow, ${glsl(broadRays)} * ray));
  float q = skin * c.y * given[CHIN_DIMPLING];
  float rough = given[TEXTURE] * skin * restraint;
  float pit = given[PORES] * skin * restraint * (1.0 - k);
  vec4 lines = lineWeight * lined * (${vec4(lineShares.skin)} + ${vec4(lineShares.crease)} * k) * mix(vec4(1.0), ${vec4(lightShares)}, raised);
  vec4 surface = rough * mix(vec4(${numbers(textureShares.dark)}, 0.0), vec4(${numbers(textureShares.light)}, 0.0), raised);
  vec4 holes = pit * mix(vec4(${numbers(poreShares.dark)}, 0.0), vec4(${numbers(poreShares.light)}, 0.0), raised);
  vec4 dimples = q * vec4(0.0, 0.5, 0.75, 0.5);
  vec4 taken = 1.0 - (1.0 - lines) * (1.0 - surface) * (1.0 - holes) * (1.0 - dimples);
  float relief = dot(vec4(f.xyz, clamp(f.w, -${glsl(deepest)}, ${glsl(deepest)})), min(taken, ${vec4(mostTaken.skin)} + ${vec4(mostTaken.crease)} * k));
  change.x -= relief;
  change.x -= dot(skin * restraint * vec2(given[TEXTURE], given[PORES]), evening);
  vec2 line = vec2(s.w, r.y);
  change.yz += clamp(-relief / depth, 0.0, w) * line;

  // neck.ts
  float cords = skin * c.z * given[NECK_BANDS];
  change.x -= cords * dot(vec3(f.z, f.w, f4), ${vec3(cordShares)});

  // folds.ts
  float fold = skin * max(b.x * given[NASOLABIAL], c.x * given[MARIONETTE]);
  float deep = min(1.0, 1.4 * r.z);
  vec4 below = min(vec4(0.0), f) * lined, above = max(vec4(0.0), f);
  float dark = dot(vec4(0.0, ${numbers(foldShares.dark.slice(0, 3))}) + deep * ${vec4(foldShares.crease.slice(0, 4))}, below)
    + (${glsl(foldShares.dark[3])} + deep * ${glsl(foldShares.crease[4])}) * clamp(f4, -${glsl(foldDepth.skin)} - deep * ${glsl(foldDepth.crease)}, 0.0);
  float filled = -fold * (1.0 + ${glsl(creaseAhead)} * deep * (1.0 - fold)) * dark - fold * dot(${vec3(bulgeShares)}, above.yzw);
  change.x += filled;
  change.yz += clamp(filled / depth, 0.0, fold) * line;

  // pigment.ts
  float missing = max(0.0, spot - max(0.0, change.x));
  change.x += missing * given[PIGMENT];
  change.yz += t.xy * given[PIGMENT] * (missing / max(spot, 1e-6));

  // redness.ts
  float cut = max(0.0, t.z * given[REDNESS] + min(0.0, change.y));
  change.y -= cut;
  change.z += ${glsl(yellowPerRedness)} * cut * clamp((calmHue * (lab.y - cut) - lab.z) / ${glsl(hueReach)}, ${glsl(leastYellow)}, 1.0);
  change.x += ${glsl(lightPerRedness)} * cut;

  // under-eye.ts
  float ring = given[DARK_CIRCLES], filler = given[TEAR_TROUGH];
  float lifted = min(${glsl(underEyeGains.most)}, ${glsl(underEyeGains.darkCircles)} * ring + ${glsl(underEyeGains.tearTrough)} * filler);
  float hollow = 0.55 * max(0.0, -f4) + 0.45 * max(0.0, -f.w) + 0.22 * max(0.0, -f.z);
  change.x += t.w * lifted + a.w * skin * filler * hollow;
  change.yz += s.xy * ring;

  // radiance.ts
  float radiance = given[RADIANCE] * skin * smoothstep(${glsl(deepShade[0])}, ${glsl(deepShade[1])}, lab.x);
  float root = max(0.0, lab.x) + 16.0;
  float room = 1.0 - smoothstep(${glsl(glowEnds[0])}, ${glsl(glowEnds[1])}, lab.x - f.x - f.y - f.z);
  change.x += radiance * (room * ${glsl(glowShares.height)} * clamp(f4, 0.0, ${glsl(deepest)}) + ${glsl(glowShares.hollow)} * clamp(-f4, 0.0, ${glsl(deepest)})
    + ${glsl(glowShares.shade)} * clamp(-f.w, 0.0, ${glsl(deepest)}) - glow * root);
  change.z -= ${glsl(sallow)} * min(1.0, root / ${glsl(litRoot)}) * radiance;

  // volume.ts
  change.x += r.x * given[MASSETER];
  change.yz += lab.yz * min(${glsl(mostLit)}, change.x / (lab.x + 16.0)) * (1.0 - r.z);

  // lips.ts
  float upper = min(1.0, given[UPPER_LIP] + ${glsl(flipShare)} * given[LIP_FLIP]);
  change.yz += ${glsl(lipTint)} * min(1.0, b.y * upper + b.z * given[LOWER_LIP]) * lab.yz;
  change.x += s.z * given[LOWER_LIP];

  // volume.ts, relightSkin
  float relit = max(skin, max(b.y, b.z)) * (texture(light, at * lightSize).x * lightScale + lightOffset);
  float lit = max(0.0, lab.x + change.x) + 16.0;
  float luminance = pow(lit / 116.0, 3.0);
  float quotient = exp(relit);
  quotient /= 1.0 + luminance * luminance * (quotient - 1.0);
  float grown = pow(quotient, 1.0 / 3.0) - 1.0;
  change += grown * vec3(lit, lab.yz + change.yz);
  return change * texture(brush, at).x;
}

void main() {
  vec2 at = (gl_FragCoord.xy + origin - faceWindow.xy) / faceWindow.zw;
  vec4 lips = texture(regionsB, at);
  // Each pixel belongs to one patch, face or neck, and only this patch writes the pixel. Freckles count as skin only
  // for the pigment treatment.
  vec4 here = layer(detail, 1, at);
  if (here.z <= 0.0 && here.w <= 0.0 && lips.y <= 0.0 && lips.z <= 0.0) discard;
  vec4 source = texelFetch(photo, ivec2(gl_FragCoord.xy), 0);
  colour = source;
  vec3 lab = toLab(source.rgb);
  vec3 change = skinChange(at, lab);
  if (all(lessThan(abs(change), vec3(1e-4)))) return;
  colour = vec4(fromLab(lab + change), source.a);
}
`;

function vec4(values: readonly number[]): string {
  return `vec4(${numbers(values)})`;
}

function vec3(values: readonly number[]): string {
  return `vec3(${numbers(values)})`;
}

function numbers(values: readonly number[]): string {
  return values.map(glsl).join(', ');
}

/** Writes a number for GLSL, which requires a decimal point. */
function glsl(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : `${value}`;
}
