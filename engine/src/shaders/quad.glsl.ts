/**
 * Shaders are template strings in .ts files rather than .glsl files: plain Node strips types but imports no text, and the engine runs there
 * without a bundler.
 */

/** One triangle that covers the target; no vertex data needed. */
export const quadVertexShader = `#version 300 es
void main() {
  vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
  gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
`;
