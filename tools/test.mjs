import { root, setUp } from './setup.mjs';
import { runOnProjectNode } from './setup/node.mjs';
import { main, say } from './setup/say.mjs';

let isSetUp = false;
await main(async () => {
  await setUp();
  isSetUp = true;
  await runOnProjectNode(root, 'tools/checks/run.ts', process.argv.slice(2));
});
// Other programs read the last line, so it is printed even if no test could run.
if (!isSetUp) say('\n0 passed, 1 failed');
