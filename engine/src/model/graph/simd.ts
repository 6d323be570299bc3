/**
 * The bytes of a module with one function that fills a vector with a byte. The module is valid only if WebAssembly
 * supports vectors of 128 bits.
 */
const moduleWithVector = [
  '0061736d 01000000', // header
  '01 05 01 60 00 01 7b', // types: one function, () → v128
  '03 02 01 00', // functions: one of that type
  '0a 08 01 06 00 4100 fd0f 0b', // code: i32.const 0, i8x16.splat
];

/** Returns whether WebAssembly supports vector instructions on this computer. */
export function hasSimd(): boolean {
  const bytes = moduleWithVector.join('').match(/[0-9a-f]{2}/g)!;
  return WebAssembly.validate(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
}
