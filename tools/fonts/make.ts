import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { borrow } from '../run/borrow.ts';
import { root } from '../run/project.ts';
import { main, say } from '../setup/say.mjs';

/** What stands in italics on the landing pages: you, your, vous, votre, and the mark after it. */
const letters = 'yourvste?';
const source = 'node_modules/@fontsource-variable/fraunces/files/fraunces-latin-opsz-italic.woff2';

/** Writes the small italic that the first view of a page needs; anything else in italics takes the whole file. See README.md beside this file. */
await main(async () => {
  const folder = await borrow('fonts', { 'subset-font': '2.9.0' });
  const subset = createRequire(join(folder, 'package.json'))('subset-font') as (
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2' },
  ) => Promise<Buffer>;
  const small = await subset(readFileSync(join(root, source)), letters, { targetFormat: 'woff2' });
  writeFileSync(join(root, 'web/app/ui/styles/fraunces-words-italic.woff2'), small);
  const ranges = [...new Set(letters)].map(
    (letter) => `U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`,
  );
  say(`${Math.round(small.length / 1000)} kB for ${ranges.join(', ')}`);
});
