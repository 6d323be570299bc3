/** A test file and its size in bytes. The size roughly predicts how long the tests run. */
export interface Weighed {
  readonly name: string;
  readonly size: number;
}

/** Splits the files into parts of about the same size, without changing the order of the files. */
export function partsOf<File extends Weighed>(files: readonly File[], count: number): File[][] {
  const sizeOf = (some: readonly File[]) => some.reduce((sum, { size }) => sum + size, 0);
  const whole = sizeOf(files);
  const parts = Array.from({ length: count }, (): File[] => []);
  let before = 0;
  for (const file of files) {
    parts[Math.floor((count * (before + file.size / 2)) / whole)]?.push(file);
    before += file.size;
  }
  return parts.filter((part) => part.length > 0);
}

/** Runs the parts one after the other, and returns those that had not begun when the time was over. */
export async function runParts<Part>(
  parts: readonly Part[],
  hasTime: () => boolean,
  run: (part: Part, at: number) => Promise<void>,
): Promise<readonly Part[]> {
  for (const [at, part] of parts.entries()) {
    if (!hasTime()) return parts.slice(at);
    await run(part, at);
  }
  return [];
}
