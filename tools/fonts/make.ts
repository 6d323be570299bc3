import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { borrow } from '../run/borrow.ts';
import { root } from '../run/project.ts';
import { main, say } from '../setup/say.mjs';
import { cuts, rangesOf } from './cuts.ts';

interface Options {
  readonly targetFormat: 'woff2';
  readonly keepFeatures: readonly string[];
  readonly variationAxes: Readonly<Record<string, { min: number; max: number }>>;
}
type Subset = (font: Buffer, text: string, options: Options) => Promise<Buffer>;

/** Writes the small fonts that a first visit loads, and the CSS rules that name them. See README.md beside this file. */
await main(async () => {
  const folder = await borrow('fonts', { 'subset-font': '2.9.0' });
  const subset = createRequire(join(folder, 'package.json'))('subset-font') as Subset;
  const target = join(root, 'web/app/ui/styles/small-fonts');
  mkdirSync(target, { recursive: true });
  const rules: string[] = [];
  for (const { name, family, style, source, letters, axes, features } of cuts) {
    const whole = readFileSync(join(root, 'node_modules/@fontsource-variable', source));
    const options = { targetFormat: 'woff2', keepFeatures: features, variationAxes: axes } as const;
    const small = await subset(whole, letters, options);
    writeFileSync(join(target, `${name}.woff2`), small);
    rules.push(`@font-face {
  font-family: "${family}";
  src: url("./${name}.woff2") format("woff2");
  font-weight: 100 900;
  font-style: ${style};
  font-display: swap;
  unicode-range:
    ${rangesOf(letters).join(', ')};
}
`);
    say(`${name}: ${(small.length / 1000).toFixed(1)} kB of ${(whole.length / 1000).toFixed(1)}`);
  }
  const heading =
    '/* Written by tools/fonts/make.ts. A later face wins where ranges overlap, so these stand after the whole fonts. */\n';
  writeFileSync(join(target, 'faces.css'), heading + rules.join(''));
});
