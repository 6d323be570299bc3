import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generated } from './checks/generated.ts';
import { root } from './run/project.ts';
import { main, say } from './setup/say.mjs';

await main(async () => {
  for (const { path, text } of await generated()) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    say(`Wrote ${path}`);
  }
});
