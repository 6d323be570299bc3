import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyMissing, mirror } from './mirror.ts';

function folders() {
  const home = mkdtempSync(join(tmpdir(), 'flaira-mirror-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const put = (name: string, text: string) => {
    mkdirSync(join(home, 'from', name, '..'), { recursive: true });
    writeFileSync(join(home, 'from', name), text);
  };
  const from = join(home, 'from');
  const to = join(home, 'to');
  const names = () =>
    readdirSync(to, { recursive: true, withFileTypes: true })
      .filter((e) => e.isFile())
      .map((e) => e.name);
  return { from, to, put, names };
}

test('new objects are copied, existing copies stay, and copies of erased objects are deleted', async () => {
  const { from, to, put, names } = folders();
  put('photos/aa/1/full', 'one');
  put('photos/bb/2/full.part-0a', 'half an upload');
  expect(await mirror(from, to)).toEqual({ copied: 1, removed: 0 });
  expect(readFileSync(join(to, 'photos/aa/1/full'), 'utf8')).toBe('one');
  put('photos/cc/3/thumb', 'three');
  rmSync(join(from, 'photos/aa'), { recursive: true });
  expect(await mirror(from, to)).toEqual({ copied: 1, removed: 1 });
  expect(names()).toEqual(['thumb']);
});

test('a source without objects changes nothing', async () => {
  const { from, to } = folders();
  expect(await mirror(from, to)).toEqual({ copied: 0, removed: 0 });
});

test('a source that is missing or is not a folder deletes no copy', async () => {
  const { from, to, put, names } = folders();
  put('photos/aa/1/full', 'one');
  await mirror(from, to);
  rmSync(from, { recursive: true });
  await expect(mirror(from, to)).rejects.toThrow('Is DATA_DIR the right one?');
  writeFileSync(from, 'not a folder');
  await expect(mirror(from, to)).rejects.toThrow('ENOTDIR');
  expect(names()).toEqual(['full']);
});

test('restored objects are added to the existing ones', async () => {
  const { from, to, put, names } = folders();
  put('photos/aa/1/full', 'one');
  mkdirSync(join(to, 'photos'), { recursive: true });
  writeFileSync(join(to, 'photos/newer'), 'two');
  expect(await copyMissing(from, to)).toBe(1);
  expect(names().toSorted()).toEqual(['full', 'newer']);
});
