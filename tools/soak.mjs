import { root, setUp } from './setup.mjs';
import { runOnProjectNode } from './setup/node.mjs';
import { main } from './setup/say.mjs';

await main(async () => {
  await setUp();
  await runOnProjectNode(root, 'tools/run/soak.ts', process.argv.slice(2));
});
