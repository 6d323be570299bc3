import { assignUnits, GlUnavailableError, linkProgram, vertexArray } from '../gl/program.ts';
import { clamp } from '../maths/smoothstep.ts';
import { swayMost_deg } from './sway-field.ts';
import type { SwayField } from './sway-field.ts';

/** A photo and its simulation as browser images of the same size. */
export interface SwayPictures {
  readonly before: TexImageSource;
  readonly simulation: TexImageSource;
  readonly width: number;
  readonly height: number;
}

export interface SwayRenderer {
  /**
   * Draws the photo and the simulation with the head turned by an angle.
   * @param cut share of the width, from the left, that shows the photo
   */
  draw(degrees: number, cut: number): void;
  dispose(): void;
}

const vertex = `#version 300 es
uniform vec2 size;
uniform vec2 turn;
in vec2 place;
in vec2 sine;
in vec2 rest;
out vec2 at;
void main() {
  vec2 p = (place + sine * turn.x + rest * turn.y) / size;
  at = place / size;
  gl_Position = vec4(p.x * 2.0 - 1.0, 1.0 - p.y * 2.0, 0.0, 1.0);
}`;

const fragment = `#version 300 es
precision highp float;
uniform sampler2D picture;
in vec2 at;
out vec4 colour;
void main() {
  colour = vec4(texture(picture, at).rgb, 1.0);
}`;

/**
 * Creates a renderer that turns the photo and the simulation equally in one canvas. For each frame it draws 18,000
 * triangles on each side of the divider.
 * @throws GlUnavailableError when the browser has no WebGL2. The page then cannot turn the head
 */
export function createSwayRenderer(canvas: HTMLCanvasElement, field: SwayField, pictures: SwayPictures): SwayRenderer {
  const { width, height } = pictures;
  canvas.width = width;
  canvas.height = height;
  // The context keeps its alpha channel: in a scrolled dialog, Chromium does not draw some visible parts of an opaque
  // canvas.
  const gl = canvas.getContext('webgl2', { preserveDrawingBuffer: true });
  if (!gl) throw new GlUnavailableError('This browser has no WebGL2');
  const program = linkProgram(gl, vertex, fragment);
  assignUnits(gl, program, ['picture']);
  const { array, buffer } = vertexArray(gl, program, [
    ['place', 2],
    ['sine', 2],
    ['rest', 2],
  ]);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, verticesOf(field, width, height), gl.STATIC_DRAW);
  const triangles = trianglesOf(field.nodes);
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, triangles, gl.STATIC_DRAW);
  gl.uniform2f(gl.getUniformLocation(program, 'size'), width, height);
  const turn = gl.getUniformLocation(program, 'turn');
  const textures = [textureOf(gl, pictures.before), textureOf(gl, pictures.simulation)];

  return {
    draw(degrees, cut) {
      if (gl.isContextLost()) return;
      const angle = (clamp(degrees, -swayMost_deg, swayMost_deg) * Math.PI) / 180;
      const edge = Math.round(clamp(cut, 0, 1) * width);
      gl.viewport(0, 0, width, height);
      gl.useProgram(program);
      gl.bindVertexArray(array);
      gl.uniform2f(turn, Math.sin(angle), 1 - Math.cos(angle));
      gl.enable(gl.SCISSOR_TEST);
      for (const [n, texture] of textures.entries()) {
        gl.scissor(n === 0 ? 0 : edge, 0, n === 0 ? edge : width - edge, height);
        gl.activeTexture(gl.TEXTURE0);
        gl.bindTexture(gl.TEXTURE_2D, texture);
        gl.drawElements(gl.TRIANGLES, triangles.length, gl.UNSIGNED_SHORT, 0);
      }
    },
    dispose: () => void gl.getExtension('WEBGL_lose_context')?.loseContext(),
  };
}

/** Returns the vertices: four still corners for the whole photo, then the nodes of the field. */
function verticesOf({ window, nodes, sineX, sineY, restX, restY }: SwayField, width: number, height: number) {
  const corners = [0, 0, width, 0, 0, height, width, height];
  const out = new Float32Array(6 * (4 + nodes * nodes));
  for (let n = 0; n < 4; n++) out.set([corners[2 * n]!, corners[2 * n + 1]!], 6 * n);
  const stepX = (window.right - window.left) / (nodes - 1);
  const stepY = (window.bottom - window.top) / (nodes - 1);
  for (let i = 0; i < nodes * nodes; i++) {
    const x = window.left + (i % nodes) * stepX;
    const y = window.top + Math.floor(i / nodes) * stepY;
    out.set([x, y, sineX[i]!, sineY[i]!, restX[i]!, restY[i]!], 6 * (4 + i));
  }
  return out;
}

function trianglesOf(nodes: number): Uint16Array {
  const out = [0, 1, 2, 1, 3, 2];
  for (let row = 0; row < nodes - 1; row++) {
    for (let column = 0; column < nodes - 1; column++) {
      const i = 4 + row * nodes + column;
      out.push(i, i + 1, i + nodes, i + 1, i + nodes + 1, i + nodes);
    }
  }
  return Uint16Array.from(out);
}

function textureOf(gl: WebGL2RenderingContext, picture: TexImageSource): WebGLTexture {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, picture);
  for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE);
  for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
    gl.texParameteri(gl.TEXTURE_2D, filter, gl.LINEAR);
  return texture;
}
