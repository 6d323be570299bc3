import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { minifyContractRouter } from '@orpc/contract';
import type { Plugin } from 'vite';

const addresses = 'virtual:wire-contract';
const folder = `${import.meta.dirname.replace(/web$/, '')}contract/src/`;

/**
 * Replaces the contract in the browser's build. The browser needs the addresses of the contract and its plain data
 * (limits, lists). It needs no schemas, because the service checks input and output. The built app therefore contains
 * no validator, and importing a schema in the browser fails the build. Some modules contain rules that both the browser
 * and the service apply. They import only types and each other, and the build uses them unchanged. In development the
 * contract itself is used, so that a change to it takes effect at once.
 */
export function wireContract(): Plugin {
  let isBuild = false;
  return {
    name: 'wire-contract',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    resolveId: (source) => (source === addresses ? `\0${addresses}` : undefined),
    async load(id) {
      if (id === `\0${addresses}`) return isBuild ? addressesOnly() : `export { contract } from '${folder}index.ts';`;
      return isBuild && id.startsWith(folder) && !(await isPlain(id)) ? dataOnly(id) : undefined;
    },
  };
}

/**
 * Returns a module with the addresses. Most addresses follow from the procedure's name. The module lists only the other
 * addresses, because every page loads it.
 */
async function addressesOnly(): Promise<string> {
  const { contract } = await import('../contract/src/index.ts');
  const router = minifyContractRouter(contract) as Router;
  const others: Record<string, Route> = {};
  for (const [domain, procedures] of Object.entries(router))
    for (const [name, { '~orpc': found }] of Object.entries(procedures)) {
      const { summary: _s, description: _d, tags: _t, ...route } = found.route;
      if (JSON.stringify(route) !== JSON.stringify(usualRoute(name))) others[`${domain}.${name}`] = route;
    }
  return `const usualRoute = ${usualRoute};
const others = ${JSON.stringify(others)};
const each = (make) => new Proxy({}, { get: (_, name) => make(name) });
export const contract = each((domain) => each((name) => (
  { '~orpc': { errorMap: {}, meta: {}, route: others[domain + '.' + name] ?? usualRoute(name) } })));`;
}

interface Route {
  readonly method?: string;
  readonly path?: string;
  /** Descriptions that only the API reference needs. */
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
}
type Router = Readonly<Record<string, Readonly<Record<string, { readonly '~orpc': { readonly route: Route } }>>>>;

/**
 * Returns the usual address of a procedure, for example /rpc/get_post for `getPost`. The source of this function is
 * also sent to the browser.
 */
const usualRoute = (name: string) => ({
  method: 'POST',
  path: `/rpc/${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
});

async function isPlain(file: string): Promise<boolean> {
  const imports = (await readFile(file, 'utf8')).matchAll(/^import (?!type )[^;]*?'([^']+)';/gm);
  for (const [, source = ''] of imports)
    if (!source.startsWith('.') || !(await isPlain(resolve(dirname(file), source)))) return false;
  return true;
}

async function dataOnly(file: string): Promise<string> {
  const exported: Record<string, unknown> = await import(file);
  const data = Object.entries(exported).filter(([, value]) => isData(value));
  return data.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
}

/**
 * Whether JSON can represent the value without loss. A schema is not such a value, because it is an instance of a
 * class.
 */
function isData(value: unknown): boolean {
  if (typeof value !== 'object' || value === null)
    return ['string', 'number', 'boolean'].includes(typeof value) || value === null;
  if (Array.isArray(value)) return value.every(isData);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isData);
}
