/** Thrown if the graphics card cannot draw an image. The CPU can draw the same image, but more slowly. */
export class GlUnavailableError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'GlUnavailableError';
  }
}

/** @throws GlUnavailableError with the driver's message when a shader does not compile. */
export function linkProgram(gl: WebGL2RenderingContext, vertex: string, fragment: string): WebGLProgram {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) throw new GlUnavailableError('The graphics context is lost');
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    // The driver frees the shader together with the program.
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    const logs = (gl.getAttachedShaders(program) ?? []).map((shader) => gl.getShaderInfoLog(shader));
    throw new GlUnavailableError([gl.getProgramInfoLog(program), ...logs].join('\n').trim());
  }
  return program;
}

/** Assigns each sampler of a program to a texture unit, in the order of `samplers`. */
export function assignUnits(gl: WebGL2RenderingContext, program: WebGLProgram, samplers: readonly string[]): void {
  gl.useProgram(program);
  samplers.forEach((name, unit) => gl.uniform1i(gl.getUniformLocation(program, name), unit));
}

export function bindTextures(gl: WebGL2RenderingContext, textures: readonly WebGLTexture[]): void {
  textures.forEach((texture, unit) => {
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, texture);
  });
}

/**
 * Creates a vertex array over one buffer of floats. In the buffer, the attributes of each vertex follow one another.
 */
export function vertexArray(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
  attributes: readonly (readonly [name: string, floats: number])[],
): { array: WebGLVertexArrayObject; buffer: WebGLBuffer } {
  const array = gl.createVertexArray();
  const buffer = gl.createBuffer();
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  const stride = 4 * attributes.reduce((sum, [, floats]) => sum + floats, 0);
  let offset = 0;
  for (const [name, floats] of attributes) {
    const location = gl.getAttribLocation(program, name);
    if (location >= 0) {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, floats, gl.FLOAT, false, stride, offset);
    }
    offset += 4 * floats;
  }
  return { array, buffer };
}
