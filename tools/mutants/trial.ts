import { parseSync } from 'vite';

/** The number that stands for the unchanged file. The tests must pass on it. */
export const UNCHANGED = -1;

/**
 * Returns the name of a file's or test's copy for one mutant. The copy has a path in the folder of the original, so
 * that relative imports are found. No such file is written.
 */
export const copyOf = (file: string, mutant: number): string =>
  file.replace(/(\.test)?\.ts$/, (ending) => `.mutant-${mutant === UNCHANGED ? 'none' : mutant}${ending}`);

export function partsOf(copy: string): { original: string; isTest: boolean; mutant: number } | null {
  const match = /^(.*)\.mutant-(none|\d+)((?:\.test)?\.ts)$/.exec(copy);
  if (!match) return null;
  const [, base = '', number = '', ending = ''] = match;
  return {
    original: base + ending,
    isTest: ending === '.test.ts',
    mutant: number === 'none' ? UNCHANGED : Number(number),
  };
}

/**
 * Returns the code of the test file, changed so that it stops at its first failure. If another test has already killed
 * the mutant, the code tests nothing.
 */
export const trialCode = (test: string, isKilled: boolean): string =>
  isKilled
    ? "import { test as nothing } from 'vitest'; nothing('killed already', () => {});"
    : `${test}
import { beforeEach as beforeEachTrial } from 'vitest';
let hasTrialFailed = false;
beforeEachTrial(({ skip, onTestFailed }) => {
  skip(hasTrialFailed);
  onTestFailed(() => { hasTrialFailed = true; });
});
`;

/**
 * Returns the code that replaces the mutated file. Each time it is loaded, it exports the values of the current
 * mutant's copy.
 */
export function switchCode(file: string, code: string): string {
  const { staticExports } = parseSync(file, code).module;
  const names = staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.isType ? [] : [entry.exportName.name ?? 'default'])),
  );
  return [
    'const copy = await import(/* @vite-ignore */ globalThis.copyUnderTrial);',
    ...names.map((name) =>
      name === 'default' ? 'export default copy.default;' : `export const ${name} = copy.${name};`,
    ),
  ].join('\n');
}

interface LoadedModule {
  readonly importers: ReadonlySet<string>;
  promise?: unknown;
  exports?: unknown;
  evaluated: boolean;
}

/** Modules that a worker of vitest has loaded. */
export interface LoadedModules {
  getModuleById(id: string): LoadedModule | undefined;
  getModulesByFile(file: string): ReadonlySet<LoadedModule> | undefined;
}

/**
 * Makes the next import load the file again, together with all files that import it. Modules that these files import
 * stay loaded.
 */
export function forget(loaded: LoadedModules, file: string): void {
  const affected = new Set(loaded.getModulesByFile(file) ?? []);
  // A loop over a set also visits elements that are added during the loop.
  for (const module of affected) {
    for (const id of module.importers) {
      const importer = loaded.getModuleById(id);
      if (importer) affected.add(importer);
    }
    module.promise = undefined;
    module.exports = undefined;
    module.evaluated = false;
  }
}
