import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Returns the constants and classes that are declared after a program's last statement. They have no value yet while
 * this statement runs, and the type checker does not report this.
 */
function tooLate(program: string): string[] {
  const behind =
    program
      .split(/^(?:await |try \{)/m)
      .slice(1)
      .at(-1) ?? '';
  return behind.match(/^(?:export )?(?:const|let|class) \w+/gm) ?? [];
}

const programs = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:ts|mjs)$/.test(path) && !path.endsWith('.test.ts'))
  .filter((path) => /^await main\(|^try \{/m.test(readFileSync(join(import.meta.dirname, path), 'utf8')));

test('a program of tools/ declares its constants and classes before its last statement', () => {
  expect(programs).toEqual(expect.arrayContaining(['bench/web.ts', 'bench/api.ts', 'run/start.ts']));
  const late = programs.flatMap((path) =>
    tooLate(readFileSync(join(import.meta.dirname, path), 'utf8')).map((name) => `${path}: ${name}`),
  );
  expect(late).toEqual([]);
});

test('the check finds a constant after the last statement', () => {
  expect(tooLate('const early = 1;\nawait main(work);\nasync function work() {}\nconst late = 2;\n')).toEqual([
    'const late',
  ]);
});
