const camel = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
const pascal = (name: string): string => camel(name).replace(/^./, (letter) => letter.toUpperCase());

/**
 * Returns the files of a new domain, path → text. The domain compiles, has no procedures yet and breaks no rule for
 * imports.
 */
export function domainFiles(name: string): readonly (readonly [path: string, text: string])[] {
  const folder = `server/src/domains/${name}`;
  return [
    [`contract/src/${name}.ts`, contract(name)],
    [`${folder}/${name}.table.ts`, table(name)],
    [`${folder}/handlers.ts`, handlers(name)],
    [`${folder}/events.ts`, events(name)],
    [`${folder}/index.ts`, index(name)],
    [`${folder}/${name}.test.ts`, test(name)],
  ];
}

const contract = (
  name: string,
): string => `/** Procedures of the domain ${name}, by name: rpc('verb_noun', 'signedIn', '${name}', 'What it does').errors(…).input(…).output(…). */
export const ${camel(name)} = {};
`;

const table = (
  name: string,
): string => `/** The tables of this domain, by name; the columns are those of its migration. */
export interface ${pascal(name)}Tables {}

declare module '#server/platform/db/db.ts' {
  interface Database extends ${pascal(name)}Tables {}
}
`;

const handlers = (name: string): string => `import { ${camel(name)} as contract } from '#contract/${name}.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';

/** One line for each procedure: the caller whom its declaration admits, then the use case. */
export function ${camel(name)}Router(_ctx: Context) {
  const os = implementContract(contract);
  return os.router({});
}
`;

const events = (name: string): string => `declare module '#server/platform/outbox/outbox.ts' {
  // Past tense, ids only: '${name}.thingHappened': { thing_id: string }
  interface OutboxEvents {}
}

export {};
`;

const index = (name: string): string => `import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { ${camel(name)}Router } from './handlers.ts';
import './events.ts';
import './${name}.table.ts';

/** Called once, before the service listens: jobs, subscriptions, and the router. */
export function register(ctx: Context) {
  return { router: ${camel(name)}Router(ctx) } satisfies Registered;
}
`;

const test = (name: string): string => `import { expect, test } from 'vitest';
import { aWorld } from '../../../test/world.ts';
import { register } from './index.ts';

test('${name} registers without touching the network', async () => {
  expect(register(await aWorld()).router).toEqual({});
});
`;
