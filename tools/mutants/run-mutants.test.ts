import { expect, test } from 'vitest';
import { Runner } from './run-mutants.ts';

test('one process measures all mutants of a file, and then those of another file', { timeout: 60_000 }, async () => {
  const runner = new Runner();
  try {
    const measure = (name: string) =>
      runner.measure(`tools/mutants/sample/${name}.ts`, ['tools/mutants/sample/sample.test.ts']);
    const { total, survivors } = await measure('limit');
    expect(total).toBe(7);
    // The sample's own tests never reach the limit.
    expect(survivors.map(({ change }) => change)).toEqual(['<= → <']);
    expect((await measure('loop')).survivors).toEqual([]);
  } finally {
    await runner.close();
  }
});
