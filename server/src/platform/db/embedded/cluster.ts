import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LauncherError } from './binaries.ts';
import type { Placement } from './placement.ts';

/**
 * Returns the environment of PostgreSQL's programs, with only the variables that they need. PG… variables of the shell
 * could otherwise change their behaviour.
 */
export const postgresEnv = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' });

/**
 * Makes the cluster if there is none. It is made in another folder, which is then renamed. An interrupted start
 * therefore leaves no incomplete cluster.
 */
export function makeCluster({ binaries, cluster, account }: Placement): void {
  if (existsSync(join(cluster, 'PG_VERSION'))) return;
  const half = `${cluster}.new`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true, mode: 0o700 });
  if (account) chownSync(half, account.uid, account.gid);

  const made = spawnSync(
    join(binaries.native, 'bin', 'initdb'),
    [
      '--pgdata',
      half,
      '--username',
      'postgres',
      '--encoding',
      'UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      // Every connection is trusted without a password, because only this user can enter the socket's folder.
      '--auth=trust',
      '--data-checksums',
      '--no-instructions',
      '--no-sync',
    ],
    { env: postgresEnv(), cwd: '/', encoding: 'utf8', ...account },
  );
  if (made.status !== 0) {
    rmSync(half, { recursive: true, force: true });
    throw new LauncherError(
      `The database could not be created in ${cluster}: ${made.error?.message ?? made.stderr.trim()}`,
    );
  }
  rmSync(cluster, { recursive: true, force: true });
  renameSync(half, cluster);
}
