import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const fileIn = (dataDir: string): string => join(dataDir, 'last-backup');

/** Stores when `npm run backup` last copied everything. The panel shows it. */
export const noteBackup = (dataDir: string, at: Date): Promise<void> => writeFile(fileIn(dataDir), at.toISOString());

/** Null if no backup was made on this machine. Others may be made elsewhere. */
export async function lastBackup(dataDir: string): Promise<Date | null> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => '');
  const at = new Date(text.trim());
  return Number.isNaN(at.getTime()) ? null : at;
}
