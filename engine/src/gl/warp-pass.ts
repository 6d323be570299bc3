import type { Picture } from '../picture.ts';
import { quadVertexShader } from '../shaders/quad.glsl.ts';
import { warpFragmentShader } from '../shaders/warp.glsl.ts';
import type { Lattice } from '../warp/lattice.ts';
import { assignUnits, bindTextures, linkProgram } from './program.ts';
import { latticeTexture } from './textures.ts';

export interface WarpPass {
  /** The warp of all further drawings; null moves nothing. */
  setLattice(backward: Lattice | null): void;
  /** Draws to the canvas; `split` is the share of the width, from the left, that shows the photo as it was. */
  draw(split: number): void;
}

const samplers = ['photo', 'treated', 'lattice'];

export function createWarpPass(
  gl: WebGL2RenderingContext,
  photo: Picture,
  photoTexture: WebGLTexture,
  treated: WebGLTexture,
): WarpPass {
  const program = linkProgram(gl, quadVertexShader, warpFragmentShader);
  assignUnits(gl, program, samplers);
  const lattice = latticeTexture(gl);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RG32F, 1, 1, 0, gl.RG, gl.FLOAT, new Float32Array(2));
  gl.uniform2f(gl.getUniformLocation(program, 'size'), photo.width, photo.height);
  const moves = gl.getUniformLocation(program, 'moves');
  const latticeWindow = gl.getUniformLocation(program, 'latticeWindow');
  const splitAt = gl.getUniformLocation(program, 'split');

  return {
    setLattice(backward) {
      gl.useProgram(program);
      gl.uniform1i(moves, backward ? 1 : 0);
      if (!backward) return;
      const { window, nodes, dx, dy } = backward;
      const values = new Float32Array(nodes * nodes * 2);
      for (let i = 0; i < nodes * nodes; i++) {
        values[2 * i] = dx[i]!;
        values[2 * i + 1] = dy[i]!;
      }
      gl.activeTexture(gl.TEXTURE0);
      gl.bindTexture(gl.TEXTURE_2D, lattice);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RG32F, nodes, nodes, 0, gl.RG, gl.FLOAT, values);
      gl.uniform4f(latticeWindow, window.left, window.top, window.right - window.left, window.bottom - window.top);
    },
    draw(split) {
      gl.useProgram(program);
      bindTextures(gl, [photoTexture, treated, lattice]);
      gl.uniform1f(splitAt, split * photo.width);
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      gl.viewport(0, 0, photo.width, photo.height);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    },
  };
}
