import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/**
 * Makes `to` hold the same files as `from`. Objects never change, so a name that is there is not copied again; what is gone at the source goes here as
 * well, since somebody wanted it erased. A file appears whole.
 *
 * @returns how many were copied and removed
 */
export async function mirror(from: string, to: string): Promise<{ copied: number; removed: number }> {
  const [wanted, present] = [await filesIn(from), await filesIn(to)];
  const missing = [...wanted].filter((name) => !present.has(name));
  const extra = [...present].filter((name) => !wanted.has(name));
  for (const name of missing) await copyWhole(join(from, name), join(to, name));
  for (const name of extra) await rm(join(to, name), { force: true });
  return { copied: missing.length, removed: extra.length };
}

async function copyWhole(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await copyFile(from, `${to}.copying`);
  await rename(`${to}.copying`, to);
}

async function filesIn(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && !entry.name.includes('.part-'));
  return new Set(files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))));
}
