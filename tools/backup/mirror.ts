import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { SetupError } from '../setup/say.mjs';

/**
 * Copies the files of `from` that are missing from `to`, and removes nothing. Objects never change, so a file that
 * already exists in `to` is not copied again. A copy appears complete or not at all.
 * @returns the number of copied files
 */
export async function copyMissing(from: string, to: string): Promise<number> {
  const present = await filesIn(to);
  const missing = [...(await filesIn(from))].filter((name) => !present.has(name));
  const copied = [];
  for (const name of missing) copied.push(await copyWhole(join(from, name), join(to, name)));
  return copied.filter(Boolean).length;
}

/**
 * Makes the folder `to` contain the same files as `from`. A file that was deleted in `from` is also deleted in `to`, so
 * that no copy of an erased photo remains. The signed heads (`audit/`), which sign the newest entries of the audit log
 * (docs/operations.md), are never deleted in `to`. If `from` itself is missing but `to` has files, the function throws
 * and deletes no copy.
 * @returns the numbers of copied and removed files
 */
export async function mirror(from: string, to: string): Promise<{ copied: number; removed: number }> {
  const copied = await copyMissing(from, to);
  const [wanted, present] = [await filesIn(from), await filesIn(to)];
  if (!existsSync(from) && present.size > 0)
    throw new SetupError(
      `${from} is not there, but copies of it are in ${to}: they were left. Is DATA_DIR the right one?`,
    );
  // If a signed head is missing from `from`, a person may have removed it to hide a change to the audit log. So its
  // copy stays.
  const extra = [...present].filter((name) => !wanted.has(name) && !name.startsWith('audit/'));
  for (const name of extra) await rm(join(to, name), { force: true });
  return { copied, removed: extra.length };
}

/** Copies one file. Returns false if the file was erased after it was listed. */
async function copyWhole(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await copyFile(from, `${to}.copying`);
  } catch (error) {
    if (existsSync(from)) throw error;
    return false;
  }
  await rename(`${to}.copying`, to);
  return true;
}

/**
 * Returns the complete files in a folder, or none if the folder does not exist. Throws if the folder cannot be read. If
 * it returned an empty set instead, `mirror` would delete every copy.
 */
async function filesIn(folder: string): Promise<Set<string>> {
  if (!existsSync(folder)) return new Set();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.includes('.part-'));
  return new Set(files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))));
}
