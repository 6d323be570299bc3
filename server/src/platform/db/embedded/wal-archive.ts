import { chownSync, mkdirSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { LauncherError } from './binaries.ts';
import { place } from './placement.ts';

/**
 * Seconds after which an unfinished WAL segment is closed and copied. If the disk is lost, at most the changes of the
 * last such period are lost.
 */
const EVERY_S = 60;

/**
 * Returns settings that make the embedded server of `dataDir` copy every WAL segment to `folder`. A segment is copied
 * completely or not at all.
 *
 * @param folder absolute path, created if it is missing. It protects the data only if it is on another disk
 * @throws LauncherError if the path is relative or contains characters that a shell command cannot contain
 */
export function archivingTo(dataDir: string, folder: string): Record<string, string> {
  if (!isAbsolute(folder) || /["%\n]/.test(folder))
    throw new LauncherError(`WAL_ARCHIVE must be an absolute path without quotes and percent signs, not ${folder}.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { account } = place(dataDir);
  if (account) chownSync(folder, account.uid, account.gid);
  return {
    archive_mode: 'on',
    archive_timeout: String(EVERY_S),
    archive_command: `test ! -f "${folder}/%f" && cp "%p" "${folder}/.%f" && sync "${folder}/.%f" && mv "${folder}/.%f" "${folder}/%f"`,
  };
}
