import { readFile } from 'node:fs/promises';
import { minifyContractRouter } from '@orpc/contract';
import type { Plugin } from 'vite';

const addresses = 'virtual:wire-contract';
const folder = `${import.meta.dirname.replace(/web$/, '')}contract/src/`;

/**
 * The browser needs the addresses of the contract and its plain data (limits, lists), not its schemas: the service checks what comes
 * in and out. The built app therefore carries no validator, and importing a schema in the browser fails the build. A rule that both sides apply stands in a
 * module that imports nothing but types, and is taken as it is.
 * In development the contract itself is used, so that a change to it is seen at once.
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

async function addressesOnly(): Promise<string> {
  const { contract } = await import('../contract/src/index.ts');
  return `export const contract = ${JSON.stringify(minifyContractRouter(contract), withoutWords)};`;
}

/** What only the reference says to its readers. */
const words = new Set(['summary', 'description', 'tags']);
const withoutWords = (key: string, value: unknown): unknown => (words.has(key) ? undefined : value);

const isPlain = async (file: string): Promise<boolean> => !/^import (?!type )/m.test(await readFile(file, 'utf8'));

async function dataOnly(file: string): Promise<string> {
  const exported: Record<string, unknown> = await import(file);
  const data = Object.entries(exported).filter(([, value]) => isData(value));
  return data.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
}

/** What JSON can say without loss; a schema is an instance of a class. */
function isData(value: unknown): boolean {
  if (typeof value !== 'object' || value === null)
    return ['string', 'number', 'boolean'].includes(typeof value) || value === null;
  if (Array.isArray(value)) return value.every(isData);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isData);
}
