import type { Bounds } from '../maths/plane.ts';
import type { Picture } from '../picture.ts';
import { canvasVertexShader, copyFragmentShader, warpFragmentShader } from '../shaders/canvas.glsl.ts';
import type { Lattice } from '../warp/lattice.ts';
import { isStill } from '../warp/resample-warp.ts';
import { assignUnits, bindTextures, linkProgram, vertexArray } from './program.ts';
import type { Sheet } from './sheets.ts';

export interface CanvasPass {
  /** Sets the warp that all later calls of `draw` use. With null, no pixel moves. */
  setLattice(backward: Lattice | null): void;
  /**
   * Draws a part of the canvas. `split` is the share of the width, from the left, that shows the untreated photo.
   * Pixels outside the part stay as they are.
   */
  draw(split: number, part: Bounds): void;
}

/**
 * Draws the sheets (parts of the photo, see sheets.ts) on the canvas. It first copies every sheet unchanged, then draws
 * the moving cells of the lattice over the copy. Only these cells need bicubic interpolation.
 */
export function createCanvasPass(gl: WebGL2RenderingContext, photo: Picture, sheets: readonly Sheet[]): CanvasPass {
  const copy = createDrawing(gl, photo, copyFragmentShader);
  const warp = createDrawing(gl, photo, warpFragmentShader);
  gl.bindVertexArray(copy.array);
  gl.bindBuffer(gl.ARRAY_BUFFER, copy.buffer);
  const corners = sheets.flatMap(({ inner: { left, top, right, bottom } }) =>
    [left, top, right, top, left, bottom, right, bottom].flatMap((at, n) => (n % 2 === 0 ? [at] : [at, 0, 0])),
  );
  gl.bufferData(gl.ARRAY_BUFFER, Float32Array.from(corners), gl.STATIC_DRAW);
  gl.bindVertexArray(warp.array);
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
  let indexCount = 0;

  function copySheets(pick: (sheet: Sheet) => WebGLTexture, part: Bounds): void {
    gl.useProgram(copy.program);
    gl.bindVertexArray(copy.array);
    clipTo(part);
    sheets.forEach((sheet, n) => {
      bindTextures(gl, [pick(sheet)]);
      gl.uniform2f(copy.origin, sheet.outer.left, sheet.outer.top);
      gl.drawArrays(gl.TRIANGLE_STRIP, 4 * n, 4);
    });
  }

  function warpSheets(part: Bounds): void {
    gl.useProgram(warp.program);
    gl.bindVertexArray(warp.array);
    for (const sheet of sheets) {
      bindTextures(gl, [sheet.treated]);
      gl.uniform2f(warp.origin, sheet.outer.left, sheet.outer.top);
      clipTo(within(part, sheet.inner));
      gl.drawElements(gl.TRIANGLES, indexCount, gl.UNSIGNED_SHORT, 0);
    }
  }

  function clipTo({ left, top, right, bottom }: Bounds): void {
    gl.scissor(left, photo.height - bottom, Math.max(0, right - left), Math.max(0, bottom - top));
  }

  return {
    setLattice(backward) {
      indexCount = 0;
      if (!backward) return;
      const { vertices, indices } = movingCells(backward);
      gl.bindVertexArray(warp.array);
      gl.bindBuffer(gl.ARRAY_BUFFER, warp.buffer);
      gl.bufferData(gl.ARRAY_BUFFER, vertices, gl.DYNAMIC_DRAW);
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.DYNAMIC_DRAW);
      indexCount = indices.length;
    },
    draw(split, part) {
      const whole = { left: 0, top: 0, right: photo.width, bottom: photo.height };
      const drawn = within(part, whole);
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      gl.viewport(0, 0, photo.width, photo.height);
      gl.enable(gl.SCISSOR_TEST);
      copySheets(({ treated }) => treated, drawn);
      if (indexCount > 0) warpSheets(drawn);
      if (split > 0)
        copySheets(({ photo: before }) => before, within(drawn, { ...whole, right: Math.round(split * photo.width) }));
      gl.disable(gl.SCISSOR_TEST);
    },
  };
}

function within(a: Bounds, b: Bounds): Bounds {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

function createDrawing(gl: WebGL2RenderingContext, { width, height }: Picture, fragment: string) {
  const program = linkProgram(gl, canvasVertexShader, fragment);
  assignUnits(gl, program, ['source']);
  gl.uniform2f(gl.getUniformLocation(program, 'size'), width, height);
  const { array, buffer } = vertexArray(gl, program, [
    ['corner', 2],
    ['displacement', 2],
  ]);
  return { program, array, buffer, origin: gl.getUniformLocation(program, 'origin') };
}

/**
 * Returns a vertex for each node of the lattice, and two triangles for each cell that moves. Positions of nodes are
 * measured from the centre of the first pixel, positions of vertices from its corner. So each vertex is shifted by half
 * a pixel.
 */
function movingCells(backward: Lattice): { vertices: Float32Array; indices: Uint16Array } {
  const { window, nodes, dx, dy } = backward;
  const stepX = (window.right - window.left) / (nodes - 1);
  const stepY = (window.bottom - window.top) / (nodes - 1);
  const vertices = new Float32Array(nodes * nodes * 4);
  const indices: number[] = [];
  for (let row = 0, i = 0; row < nodes; row++) {
    for (let column = 0; column < nodes; column++, i++) {
      vertices[4 * i] = window.left + column * stepX + 0.5;
      vertices[4 * i + 1] = window.top + row * stepY + 0.5;
      vertices[4 * i + 2] = dx[i]!;
      vertices[4 * i + 3] = dy[i]!;
      if (row === nodes - 1 || column === nodes - 1 || isStill(backward, i)) continue;
      indices.push(i, i + 1, i + nodes, i + 1, i + nodes + 1, i + nodes);
    }
  }
  return { vertices, indices: Uint16Array.from(indices) };
}
