import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, equals } from '../check.ts';
import type { Stand, StandOptions } from '../stand.ts';
import { photoSenders } from './photo-senders.ts';

/** Returns the options for `diskFull`: writing fails in the service while a certain file exists in this folder. */
export const fullDisk = (folder: string): StandOptions => ({
  preload: [join(import.meta.dirname, '../full-disk.mjs')],
  env: { FAULT_FULL_DISK: join(folder, 'disk-is-full') },
});

/** Simulates that the disk of the photos is full, and later that it has room again. */
export async function diskFull(stand: Stand): Promise<Check[]> {
  const flag = stand.service.env.FAULT_FULL_DISK ?? '';
  const scene = await photoSenders(stand);
  const files = () =>
    readdirSync(stand.objects, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
  const before = files();
  writeFileSync(flag, '');
  const during = await scene.uploadWhileOthersRead(503);
  const left = files() - before;
  rmSync(flag);
  return [...during, equals('files left by failed uploads', left, 0), ...(await scene.uploadAgain())];
}
