import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../server/test/service-process.ts';
import type { Row } from './rows.ts';

test('the benchmark of the API makes its data, and its handler without the service runs the statements of each page', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flaira-bench-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'rows');
  const least = [
    '--posts',
    '400',
    '--seconds',
    '0.5',
    '--turns',
    '1',
    '--only',
    'dashboard',
    '--folder',
    join(folder, 'postgres'),
  ];
  const child = spawn(process.execPath, [join(import.meta.dirname, 'api.ts'), ...least], {
    env: { ...process.env, FLAIRA_BENCH_ROWS: file, BENCH_PORT: String(await freePort(2)) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (words) => (said += words));
  expect(await once(child, 'exit'), said).toEqual([0, null]);
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  const compared = rows.filter(({ least: limit }) => limit !== undefined);
  expect(compared).toEqual([
    expect.objectContaining({ name: 'dashboard', ratio: expect.toSatisfy((ratio: number) => ratio > 0) }),
  ]);
});
