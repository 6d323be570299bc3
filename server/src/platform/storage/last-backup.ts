import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const fileIn = (dataDir: string): string => join(dataDir, 'last-backup');

/** Stores the time at which `npm run backup` last copied everything. The admin panel shows it. */
export const noteBackup = (dataDir: string, at: Date): Promise<void> => writeFile(fileIn(dataDir), at.toISOString());

/**
 * Returns the time of the last backup. Returns null if this machine made no backup; another machine may make the
 * backups.
 */
export async function lastBackup(dataDir: string): Promise<Date | null> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => '');
  const at = new Date(text.trim());
  return Number.isNaN(at.getTime()) ? null : at;
}
