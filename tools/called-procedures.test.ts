import { isContractProcedure } from '@orpc/contract';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contract } from '#contract/index.ts';

/** An example name in a comment that tools/new-domain writes. No procedure has this name. */
const PLACEHOLDER = 'verb_noun';

const ROOT = join(import.meta.dirname, '..');

/**
 * Matches a call by address (`/rpc/who_am_i`) or by name (`rpc('who_am_i'`, `rpc(page, 'who_am_i'`,
 * `ask('who_am_i'`). It does not match a name with a variable part, such as `/rpc/admin_${name}`.
 */
const CALL = /(?:\brpc\\?\/|\b(?:rpc|ask)(?:<[^()]*>)?\(\s*(?:\w+,\s*)?['"`])([a-z]\w*)(?![\w$])/g;

/** Returns the address of every procedure. */
function addressesOf(node: unknown): string[] {
  if (isContractProcedure(node)) return [node['~orpc'].route.path ?? ''];
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(addressesOf) : [];
}

const filesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.m?ts$/.test(file))
    .map((file) => join(folder, file));

test('every procedure that a tool or a browser test calls exists', () => {
  const addresses = new Set([...addressesOf(contract), `/rpc/${PLACEHOLDER}`]);
  const calls = [...filesIn('tools'), ...filesIn('e2e')].flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(CALL)].map(([, name]) => ({ file, address: `/rpc/${name}` })),
  );
  expect(calls.length).toBeGreaterThan(200);
  expect(calls.filter(({ address }) => !addresses.has(address))).toEqual([]);
});
