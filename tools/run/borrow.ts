import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './project.ts';

/**
 * Installs packages that only a rarely used tool needs. They are installed when the tool runs, in a separate folder
 * under data/.
 * @param packages name → exact version
 * @returns the folder whose node_modules contains them
 */
export async function borrow(name: string, packages: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(root, 'data/borrowed', name);
  const wanted = Object.entries(packages).map(([one, version]) => `${one}@${version}`);
  const stamp = join(folder, `installed-${wanted.join('-').replaceAll(/[/@]/g, '_')}`);
  if (existsSync(stamp)) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', ...wanted];
  await promisify(execFile)('npm', args, { cwd: folder });
  writeFileSync(stamp, '');
  return folder;
}
