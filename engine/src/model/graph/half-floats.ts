/** Difference between the exponent biases of half and single precision. */
const rescale = 2 ** 112;
const exponentBits = 0x7c00;

/**
 * Converts numbers of IEEE 754 binary16, two bytes each, to float32. The conversion is exact, because float32 contains
 * every binary16 number. Float16Array is not yet available in all browsers.
 * @throws RangeError for infinities and NaN, which weights never contain.
 */
export function halvesToFloats(halves: Uint16Array): Float32Array {
  const bits = new Uint32Array(halves.length);
  const floats = new Float32Array(bits.buffer);
  for (let i = 0; i < halves.length; i++) {
    const half = halves[i]!;
    if ((half & exponentBits) === exponentBits) throw new RangeError('A weight is not finite');
    bits[i] = ((half & 0x8000) << 16) | ((half & 0x7fff) << 13);
    floats[i]! *= rescale;
  }
  return floats;
}
