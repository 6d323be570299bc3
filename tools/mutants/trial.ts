import { parseSync } from 'vite';

/** The number of the unchanged file, which its tests must pass. */
export const UNCHANGED = -1;

/**
 * The name of a copy of a file or of a test for one mutant. It is beside the original, so that its relative imports are
 * found. Nothing is written there.
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

/** A test that stops at its first failure. If another test has already killed the mutant, this one is skipped. */
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

/** Replaces the mutated file. Each time it is loaded, it exports the copy of the current mutant. */
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
