import { join } from 'node:path';
import { nodeModule, reactRouter, root } from '../run/project.ts';
import { audit } from './audit.ts';
import { staleFiles } from './generated.ts';
import { type Outcome, type Step, check, command, node } from './step.ts';

const typescript = nodeModule('typescript/bin/tsc');

/**
 * Generates the types of the routes first. Then it checks the types of the server and of the web app at the same time,
 * with one checker each. With more checkers, each would compute the types of the contract again. Four checkers take
 * twice the processor time of one. Results of the last run are read from `node_modules/.cache`.
 */
async function types(): Promise<Outcome> {
  const typegen = await node([reactRouter, 'typegen'], { cwd: join(root, 'web') });
  const [server, web] = await Promise.all([checkTypes('server'), checkTypes('web')]);
  const all = [typegen, server, web].filter(({ code }) => code !== 0);
  const failed = all.length;
  return { passed: 3 - failed, failed, skipped: 0, output: all.map(({ output }) => output).join('\n') };
}

const checkTypes = (project: 'server' | 'web') =>
  node([typescript, '-p', `${project}/tsconfig.json`, '--checkers', '1']);

async function fresh(): Promise<Outcome> {
  const stale = await staleFiles();
  return check(stale.length === 0, `${stale.join(', ')} is not what the sources say: run npm run generate.`);
}

/** Steps that run at the same time. Only `generated` needs a database, which it starts itself. */
export const quickSteps: readonly Step[] = [
  { name: 'types', title: 'Types', run: types },
  {
    name: 'lint',
    title: 'Lint and fences',
    run: (args) => command([nodeModule('oxlint/bin/oxlint'), '--deny-warnings', ...args]),
  },
  {
    name: 'styles',
    title: 'Style sheets and their scale',
    run: (args) =>
      command([nodeModule('stylelint/bin/stylelint.mjs'), '--max-warnings=0', 'web/app/**/*.css', ...args]),
  },
  {
    name: 'format',
    title: 'Format',
    run: (args) => command([nodeModule('@biomejs/biome/bin/biome'), 'format', ...args]),
  },
  { name: 'unused', title: 'Dead code', run: (args) => command([nodeModule('knip/bin/knip.js'), ...args]) },
  { name: 'messages', title: 'Messages in every language', run: () => command(['tools/check-messages.ts']) },
  { name: 'generated', title: 'Generated files', run: fresh },
  { name: 'audit', title: 'Advisories about packages', run: audit },
];
