import { root, setUp } from './setup.mjs';
import { runOnProjectNode } from './setup/node.mjs';
import { main, SetupError } from './setup/say.mjs';

// `npm start`, `npm run backup -- --to FOLDER` and similar commands run this file. It sets everything up, then runs one
// of the programs of run/ on the project's Node.
const [program, ...args] = process.argv.slice(2);

/** Programs that need the whole configuration. */
const SERVING = ['start', 'check'];

await main(async () => {
  if (!program) throw new SetupError('Say which program of tools/run: node tools/launch.mjs start');
  await setUp({ needsConfiguration: SERVING.includes(program) });
  await runOnProjectNode(root, `tools/run/${program}.ts`, args);
});
