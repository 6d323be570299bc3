import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const folder = new URL('.', import.meta.url);

test('every model file has the checksum its README states', async () => {
  const readme = await readFile(new URL('README.md', folder), 'utf8');
  const stated = new Map(Array.from(readme.matchAll(/^\| (\S+\.(?:json|bin)) \|.*\| ([0-9a-f]{64}) \|$/gm), (row) => [row[1]!, row[2]!]));
  const files = (await readdir(folder)).filter((name) => /\.(json|bin)$/.test(name));

  expect([...stated.keys()].sort()).toEqual(files.sort());
  for (const file of files) {
    const digest = createHash('sha256').update(await readFile(new URL(file, folder))).digest('hex');
    expect(digest, file).toBe(stated.get(file));
  }
});
