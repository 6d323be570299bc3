import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { typeset } from './checks/french-typography.ts';
import { root } from './run/project.ts';
import { main, say } from './setup/say.mjs';

const set = (node: unknown): unknown => {
  if (typeof node === 'string') return typeset(node);
  return Object.fromEntries(Object.entries(node as object).map(([key, value]) => [key, set(value)]));
};

/** Corrects the typography of every French sentence as the check of the messages requires. */
await main(async () => {
  const folder = join(root, 'messages/fr');
  for (const file of readdirSync(folder).map((name) => join(folder, name))) {
    const before = readFileSync(file, 'utf8');
    const after = `${JSON.stringify(set(JSON.parse(before)), null, 2)}\n`;
    if (after === before) continue;
    writeFileSync(file, after);
    say(`Set ${file.slice(root.length + 1)}`);
  }
});
