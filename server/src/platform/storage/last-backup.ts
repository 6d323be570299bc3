import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const fileIn = (dataDir: string): string => join(dataDir, 'last-backup');

/** Keeps, for the panel, when `npm run backup` last copied everything. */
export const noteBackup = (dataDir: string, at: Date): Promise<void> => writeFile(fileIn(dataDir), at.toISOString());

/** Null where no backup was made on this machine: others may be made elsewhere. */
export async function lastBackup(dataDir: string): Promise<Date | null> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => '');
  const at = new Date(text.trim());
  return Number.isNaN(at.getTime()) ? null : at;
}
