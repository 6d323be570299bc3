import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { aWorld } from '../../../test/world.ts';

test('an archive that is written while files without a row are removed stays complete', async () => {
  const { archives, ...world } = await aWorld();
  const { userId } = await world.patient();
  const [old, fresh] = [randomUUID(), randomUUID()];
  const write = (id: string) =>
    archives.write(
      { userId },
      id,
      (async function* () {
        yield Buffer.from('all of it');
      })(),
    );
  const read = async (id: string) => String(await buffer(archives.read({ userId }, id, 1)));
  await write(old);
  await archives.sweep(async () => {
    const kept = new Set<string>();
    await write(fresh);
    return kept;
  });
  expect(await read(fresh)).toBe('all of it');
  await expect(read(old)).rejects.toThrow('missing');
});
