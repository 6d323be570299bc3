import { treatmentNames } from '../dose-response.ts';
import type { Strengths } from '../recipe.ts';
import { quadVertexShader } from '../shaders/quad.glsl.ts';
import { skinFragmentShader } from '../shaders/skin.glsl.ts';
import type { PreparedFace } from '../simulate.ts';
import { assignUnits, bindTextures, linkProgram } from './program.ts';
import { layerTexture, maskTexture, targetTexture } from './textures.ts';
import type { LayerPrecision, LayerTexture } from './textures.ts';

export interface SkinPass {
  /** The photo with the skin passes applied, at the photo's size. */
  readonly treated: WebGLTexture;
  draw(strengths: Strengths): void;
}

const samplers = ['photo', 'bands', 'detail', 'tone', 'shade', 'gloss', 'regionsA', 'regionsB'];

/** Uploads everything the dose does not change and draws the skin passes into a texture of their own. */
export function createSkinPass(
  gl: WebGL2RenderingContext,
  { photo, area, layers }: PreparedFace,
  photoTexture: WebGLTexture,
  precision: LayerPrecision,
): SkinPass {
  const program = linkProgram(gl, quadVertexShader, skinFragmentShader);
  assignUnits(gl, program, samplers);
  const layerTextures = layerPlanes(layers).map((planes) => layerTexture(gl, layers.size, planes, precision));
  const masks = regionPlanes(layers).map((planes) => maskTexture(gl, layers.size, planes));
  const treated = targetTexture(gl, photo);
  const target = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, target);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, treated, 0);
  setDecoding(gl, program, layerTextures);
  const { left, top } = area.window;
  gl.uniform4f(
    gl.getUniformLocation(program, 'faceWindow'),
    left,
    top,
    layers.size.width * area.factor,
    layers.size.height * area.factor,
  );
  const given = gl.getUniformLocation(program, 'strengths');
  const textures = [photoTexture, ...layerTextures.map(({ texture }) => texture), ...masks];
  let isPhotoCopied = false;

  return {
    treated,
    draw(strengths) {
      gl.useProgram(program);
      bindTextures(gl, textures);
      gl.uniform2fv(
        given,
        treatmentNames.flatMap((name) => [strengths[name].right, strengths[name].left]),
      );
      gl.bindFramebuffer(gl.FRAMEBUFFER, target);
      gl.viewport(0, 0, photo.width, photo.height);
      // Outside the face nothing ever changes: it is copied by the first drawing only.
      if (isPhotoCopied) gl.enable(gl.SCISSOR_TEST);
      gl.scissor(left, top, area.window.right - left, area.window.bottom - top);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
      gl.disable(gl.SCISSOR_TEST);
      isPhotoCopied = true;
    },
  };
}

/** In the shader's order. */
function layerPlanes({ bands, creases, skin, spots, redness, underEye, volume, lipGloss }: PreparedFace['layers']) {
  return [
    [bands.f0, bands.f1, bands.f2, bands.f3],
    [bands.f4, creases, skin, spots.weight],
    [spots.a, spots.b, redness, underEye.lift],
    [underEye.a, underEye.b, volume.cheek, volume.chin],
    [lipGloss],
  ];
}

function regionPlanes({ regions, leftSide }: PreparedFace['layers']) {
  return [
    [regions.forehead.values, regions.glabella.values, regions.crowsFeet.values, regions.underEye.values],
    [regions.nasolabial.values, regions.upperLip.values, regions.lowerLip.values, leftSide()],
  ];
}

function setDecoding(gl: WebGL2RenderingContext, program: WebGLProgram, textures: readonly LayerTexture[]): void {
  gl.uniform4fv(
    gl.getUniformLocation(program, 'layerScale'),
    textures.flatMap(({ scale }) => [...scale]),
  );
  gl.uniform4fv(
    gl.getUniformLocation(program, 'layerOffset'),
    textures.flatMap(({ offset }) => [...offset]),
  );
}
