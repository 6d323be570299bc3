import { minifyContractRouter } from '@orpc/contract';
import type { Plugin } from 'vite';

const name = 'virtual:wire-contract';

/**
 * Calls need the addresses of the contract, not its schemas: the service checks what comes in and out. The built app therefore
 * carries addresses only, and no validator. In development the contract itself is used, so that a change to it is seen at once.
 */
export function wireContract(): Plugin {
  let isBuild = false;
  return {
    name: 'wire-contract',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    resolveId: (source) => (source === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return undefined;
      const file = `${import.meta.dirname}/../contract/src/index.ts`;
      if (!isBuild) return `export { contract } from ${JSON.stringify(file)};`;
      const { contract } = await import('../contract/src/index.ts');
      return `export const contract = ${JSON.stringify(minifyContractRouter(contract))};`;
    },
  };
}
