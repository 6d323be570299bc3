import { expect, inject } from 'vitest';
import { copyOf, forget, type LoadedModules, partsOf, UNCHANGED } from './trial.ts';

declare module 'vitest' {
  interface ProvidedContext {
    mutated: string;
  }
}

/** The global object of the Vitest worker. This module runs in the worker before each copy of a test. */
const process = globalThis as unknown as {
  copyUnderTrial: string;
  __vitest_worker__: { evaluatedModules: LoadedModules };
};
const file = inject('mutated');
process.copyUnderTrial = copyOf(file, partsOf(expect.getState().testPath ?? '')?.mutant ?? UNCHANGED);
forget(process.__vitest_worker__.evaluatedModules, file);
