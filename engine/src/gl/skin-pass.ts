import { treatmentNames } from '../dose-response.ts';
import type { Bounds } from '../maths/plane.ts';
import type { Picture } from '../picture.ts';
import type { Strengths } from '../recipe.ts';
import { brushMask } from '../regions/brush.ts';
import type { Brush } from '../regions/brush.ts';
import { patchVertexShader } from '../shaders/canvas.glsl.ts';
import { skinFragmentShader } from '../shaders/skin.glsl.ts';
import type { SkinPatch } from '../simulate.ts';
import type { SkinLayers } from '../passes/skin-layers.ts';
import type { LightChange } from '../volume/relight.ts';
import { assignUnits, bindTextures, linkProgram, vertexArray } from './program.ts';
import type { Sheet } from './sheets.ts';
import { boxAround, relitTiles, tilesOf } from './tiles.ts';
import { emptyTexture, layerTexture, lightTexture, maskTexture, writeMask } from './textures.ts';
import type { LayerPrecision, LayerTexture } from './textures.ts';

export interface SkinPass {
  /** Sets the doctor's strokes, which limit the area that treatments may change. */
  setBrush(brush: Brush | undefined): void;
  /**
   * Draws the skin passes into the treated texture of every sheet. It draws only tiles in which a treatment, or the
   * light that fillers change, differs from the last call. This is fast, because a slider changes one treatment, and
   * most treatments change a small part of the face. After `setBrush`, it draws all tiles.
   *
   * @returns the part of the photo that was drawn again; null if nothing was drawn
   */
  draw(strengths: Strengths, light: LightChange | null): Bounds | null;
}

const samplers = [
  'photo',
  'bands',
  'detail',
  'tone',
  'shade',
  'rest',
  'regionsA',
  'regionsB',
  'regionsC',
  'brush',
  'light',
];
/** Creates the pass that draws the treatments of one patch, and uploads all data that does not depend on the dose. */
export function createSkinPass(
  gl: WebGL2RenderingContext,
  photo: Picture,
  { area, layers }: SkinPatch,
  sheets: readonly Sheet[],
  precision: LayerPrecision,
): SkinPass {
  const program = linkProgram(gl, patchVertexShader, skinFragmentShader);
  assignUnits(gl, program, samplers);
  const layerTextures = layerPlanes(layers).map((planes) => layerTexture(gl, layers.size, planes, precision));
  const masks = regionPlanes(layers).map((planes) => maskTexture(gl, layers.size, planes));
  const brushTexture = emptyTexture(gl, gl.LINEAR);
  writeMask(gl, brushTexture, layers.size, null);
  const uniform = (name: string) => gl.getUniformLocation(program, name);
  const [sheetAt, originAt, given] = [uniform('sheet'), uniform('origin'), uniform('strengths')];
  const { left, top } = area.window;
  gl.uniform4f(uniform('faceWindow'), left, top, layers.size.width * area.factor, layers.size.height * area.factor);
  gl.uniform1f(uniform('restraint'), layers.restraint);
  gl.uniform1f(uniform('glow'), layers.glow);
  gl.uniform2f(uniform('evening'), layers.evening.texture, layers.evening.pores);
  gl.uniform2f(uniform('grain'), layers.grain.f0, layers.grain.f1);
  gl.uniform1f(uniform('calmHue'), layers.calmHue);
  setDecoding(gl, program, layerTextures);
  const tiles = tilesOf({ area, layers });
  const { array, buffer } = vertexArray(gl, program, [['corner', 2]]);
  const textures = [...layerTextures.map(({ texture }) => texture), ...masks, brushTexture];
  let last: Strengths | null = null;
  let lastLight: LightChange | null = null;
  let isAllStale = false;
  const lightMap = lightTexture(gl, precision);
  const lightUniforms = ['lightSize', 'lightScale', 'lightOffset'].map(uniform);

  return {
    setBrush(brush) {
      writeMask(gl, brushTexture, layers.size, brush ? brushMask(brush, photo, area.window, layers.size) : null);
      isAllStale = true;
    },
    draw(strengths, light) {
      const changed = isAllStale ? -1 : changedTreatments(last, strengths);
      last = strengths;
      isAllStale = false;
      const isRelit = relitTiles({ area, layers }, lastLight, light);
      const stale = tiles.filter((tile) => (tile.treatments & changed) !== 0 || isRelit(tile));
      if (stale.length === 0) return null;
      gl.useProgram(program);
      if (light !== lastLight) {
        const { scale, offset } = lightMap.write(light);
        const { width, height } = layers.size;
        const step = light?.step ?? 1;
        const [across, down] = light ? [light.size.width * step, light.size.height * step] : [1, 1];
        gl.uniform2f(lightUniforms[0]!, width / across, height / down);
        gl.uniform1f(lightUniforms[1]!, scale);
        gl.uniform1f(lightUniforms[2]!, offset);
      }
      lastLight = light;
      gl.bindVertexArray(array);
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, cornersOf(stale), gl.DYNAMIC_DRAW);
      gl.uniform2fv(
        given,
        treatmentNames.flatMap((name) => [strengths[name].right, strengths[name].left]),
      );
      for (const { outer, photo: source, target } of sheets) {
        const [width, height] = [outer.right - outer.left, outer.bottom - outer.top];
        bindTextures(gl, [source, ...textures, lightMap.texture]);
        gl.bindFramebuffer(gl.FRAMEBUFFER, target);
        gl.viewport(0, 0, width, height);
        gl.uniform4f(sheetAt, outer.left, outer.top, width, height);
        gl.uniform2f(originAt, outer.left, outer.top);
        gl.drawArrays(gl.TRIANGLES, 0, 6 * stale.length);
      }
      return stale.reduce<Bounds | null>(boxAround, null);
    },
  };
}

/**
 * Returns one bit for each treatment whose strength has changed. Before the first drawing, all strengths are treated as
 * 0.
 */
function changedTreatments(before: Strengths | null, now: Strengths): number {
  return treatmentNames.reduce((bits, name, n) => {
    const was = before?.[name] ?? { right: 0, left: 0 };
    return was.right === now[name].right && was.left === now[name].left ? bits : bits | (1 << n);
  }, 0);
}

/** Returns the corners of two triangles for each tile. */
function cornersOf(tiles: readonly Bounds[]): Float32Array {
  const corners = tiles.flatMap(({ left: l, top: t, right: r, bottom: b }) => [l, t, r, t, l, b, r, t, r, b, l, b]);
  return Float32Array.from(corners);
}

/** Returns the planes in the order in which the shader reads them. Each texture contains up to four of them. */
function layerPlanes({
  bands,
  creases,
  furrows,
  skin,
  spots,
  redness,
  underEye,
  masseter,
  lipGloss,
  lines,
}: SkinLayers) {
  return [
    [bands.f0, bands.f1, bands.f2, bands.f3],
    [bands.f4, creases, skin, spots.light],
    [spots.a, spots.b, redness, underEye.lift],
    [underEye.a, underEye.b, lipGloss, lines.a],
    [masseter, lines.b, furrows],
  ];
}

function regionPlanes({ regions, leftSide }: SkinLayers) {
  return [
    [regions.forehead.values, regions.glabella.values, regions.crowsFeet.values, regions.underEye.values],
    [regions.nasolabial.values, regions.upperLip.values, regions.lowerLip.values, leftSide()],
    [regions.marionette.values, regions.chin.values, regions.neck.values],
  ];
}

function setDecoding(gl: WebGL2RenderingContext, program: WebGLProgram, textures: readonly LayerTexture[]): void {
  for (const part of ['scale', 'offset'] as const) {
    const name = part === 'scale' ? 'layerScale' : 'layerOffset';
    gl.uniform4fv(
      gl.getUniformLocation(program, name),
      textures.flatMap((texture) => [...texture[part]]),
    );
  }
}
