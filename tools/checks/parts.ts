/** A test file and its length, which roughly predicts how long its tests run. */
export interface Weighed {
  readonly name: string;
  readonly size: number;
}

/**
 * Splits the files, in their order, into parts of about the same size. The largest part comes first, so that parts that
 * run in parallel end at about the same time.
 */
export function partsOf<File extends Weighed>(files: readonly File[], count: number): File[][] {
  const sizeOf = (some: readonly File[]) => some.reduce((sum, { size }) => sum + size, 0);
  const whole = sizeOf(files);
  const parts = Array.from({ length: count }, (): File[] => []);
  let before = 0;
  for (const file of files) {
    parts[Math.floor((count * (before + file.size / 2)) / whole)]?.push(file);
    before += file.size;
  }
  return parts.filter((part) => part.length > 0).sort((a, b) => sizeOf(b) - sizeOf(a));
}
