import { dirname, join, resolve } from 'node:path';

export const root = join(import.meta.dirname, '../..');
export const dataDir = resolve(root, process.env.DATA_DIR || 'data');
export const isProduction = process.env.NODE_ENV === 'production';

/**
 * Returns the path of a package's program. We run the program with this Node instead of the Node that its first line
 * would find.
 */
export const nodeModule = (path: string): string => join(root, 'node_modules', path);
export const reactRouter = nodeModule('@react-router/dev/bin.cjs');

/** Returns the environment of a program that we start. Its `node` is this Node. */
export const environment = (extra: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  DATA_DIR: dataDir,
  ...extra,
});
