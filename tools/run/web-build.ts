import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run } from '../setup/run.mjs';
import { SetupError, sayWhile } from '../setup/say.mjs';
import { environment, reactRouter, root } from './project.ts';

/** Sources of the built pages. */
const SOURCES = ['web', 'contract', 'engine', 'messages', 'package-lock.json', 'tsconfig.base.json'];
const SKIPPED = /(^|\/)(node_modules|build|\.react-router)(\/|$)|\.test\.tsx?$/;
/**
 * The error message of a build that failed because a page took longer to render than the router's limit of ten seconds.
 * On a busy machine the first page may take longer, because it loads everything. A second build is quicker.
 */
const BUSY = 'aborted due to timeout';
const STAMP = join(root, 'web/build/.sources');

/** Builds the web app if its sources have changed since the last build. `origin` is the address that its pages name. */
export async function buildWebIfStale(origin: string): Promise<void> {
  const stamp = hashSources(origin);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return;
  await sayWhile('Building the web app', () => buildWeb(origin));
  writeFileSync(STAMP, stamp);
}

async function buildWeb(origin: string): Promise<void> {
  // The stamp (the hash of the sources) is removed first, so that an interrupted build leaves none.
  rmSync(STAMP, { force: true });
  const options = { cwd: join(root, 'web'), env: environment({ NODE_ENV: 'production', PUBLIC_ORIGIN: origin }) };
  try {
    const build = () => run(process.execPath, [reactRouter, 'build'], options);
    await build().catch((error: Error) => {
      if (!error.message.includes(BUSY)) throw error;
      return build();
    });
    await run(process.execPath, ['post-build.ts'], options);
  } catch (error) {
    throw new SetupError(`The web app does not build.\n${(error as Error).message}`);
  }
}

/** Returns one hash over the names and contents of the sources and over the values that are compiled into the build. */
function hashSources(origin: string): string {
  const hash = createHash('sha256').update(origin);
  for (const file of SOURCES.flatMap(filesUnder).sort())
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function filesUnder(path: string): string[] {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (path.includes('.')) return [path];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !SKIPPED.test(file));
}
