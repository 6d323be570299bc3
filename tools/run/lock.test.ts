import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeLock } from './lock.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flaira-lock-'));
  file = join(folder, 'data', 'flaira.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts another process that takes the lock and does not release it. */
async function anotherHolder() {
  const script = join(folder, 'holder.ts');
  writeFileSync(
    script,
    `import { takeLock } from ${JSON.stringify(join(import.meta.dirname, 'lock.ts'))};
     takeLock(${JSON.stringify(file)}, 'http://localhost:4600');
     console.log('taken');
     setInterval(() => {}, 1000);`,
  );
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return {
    pid: child.pid,
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

test('a second start prints the address of the first one', async () => {
  const holder = await anotherHolder();
  expect(() => takeLock(file, 'http://localhost:1')).toThrow(
    `Flaira is already running at http://localhost:4600 (process ${holder.pid})`,
  );
  await holder.kill();
});

test('a lock whose process was killed is taken over', async () => {
  await (await anotherHolder()).kill();
  expect(existsSync(file)).toBe(true);
  const unlock = takeLock(file, 'http://localhost:1');
  unlock();
  expect(existsSync(file)).toBe(false);
});

test.runIf(existsSync('/proc/self/stat'))(
  'a lock is taken over if its process number now belongs to another process',
  () => {
    takeLock(file, 'http://localhost:1')();
    writeFileSync(file, JSON.stringify({ pid: process.pid, began: '1', address: 'http://localhost:4600' }));
    expect(() => takeLock(file, 'http://localhost:1')()).not.toThrow();
  },
);

test('releasing the lock does not remove the lock of another process', () => {
  const unlock = takeLock(file, 'http://localhost:1');
  writeFileSync(file, JSON.stringify({ pid: 1, began: null, address: 'http://localhost:4600' }));
  unlock();
  expect(existsSync(file)).toBe(true);
});
