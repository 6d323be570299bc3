import { chownSync, mkdirSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { LauncherError } from './binaries.ts';
import { place } from './placement.ts';

/** A segment of the log is closed and copied at least this often. A lost disk costs at most this much. */
const EVERY_S = 60;

/**
 * Settings under which the embedded server of `dataDir` copies every segment of its log to `folder`, whole or not at all.
 *
 * @param folder absolute path, made if it is missing. It must be on another disk than the data to be of use
 * @throws LauncherError if the path is relative or could not be written in a command
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
