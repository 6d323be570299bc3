import { root, setUp } from './setup.mjs';
import { runOnProjectNode } from './setup/node.mjs';
import { main, say } from './setup/say.mjs';

let isSetUp = false;
await main(async () => {
  await setUp();
  isSetUp = true;
  await runOnProjectNode(root, 'tools/checks/run.ts', process.argv.slice(2));
});
// The last line is for machines, even if there was nothing to run.
if (!isSetUp) say('\n0 passed, 1 failed');
