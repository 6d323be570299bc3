import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** Sizes after brotli compression, in kilobytes of 1000 bytes. */
export interface Weight {
  readonly js_kb: number;
  readonly css_kb: number;
  readonly html_kb: number;
}

export interface Budget {
  readonly about: string;
  /** The largest allowed size of each page. */
  readonly pages: Readonly<Record<string, Weight>>;
}

/**
 * Returns the size of a page with everything that it names: scripts, preloaded modules and style sheets. Files that are
 * loaded on demand are not included.
 * @param more files that the page's route names in the manifest, for a page that is drawn in the browser
 */
export function weigh(client: string, html: string, more: readonly string[] = []): Weight {
  const named = [...html.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path ?? '');
  const assets = withImports(client, [...named, ...more]);
  const kb = (extension: string): number =>
    assets.filter((path) => path.endsWith(extension)).reduce((sum, path) => sum + compressed(join(client, path)), 0);
  return { js_kb: round(kb('.js')), css_kb: round(kb('.css')), html_kb: round(brotliCompressSync(html).length / 1000) };
}

/** Returns the files and, for scripts, all modules that they import statically. Dynamic imports are not included. */
function withImports(client: string, files: readonly string[]): string[] {
  const all = new Set<string>();
  const add = (path: string): void => {
    if (all.has(path)) return;
    all.add(path);
    if (!path.endsWith('.js')) return;
    const script = readFileSync(join(client, path), 'utf8');
    for (const [, name] of script.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) add(`/assets/${name}`);
  };
  for (const path of files) add(path);
  return [...all];
}

interface Manifest {
  readonly routes: Readonly<Record<string, { parentId?: string; module: string; css?: readonly string[] }>>;
}

/** Returns the files that a route and its layouts load, from the manifest that the build wrote into the client. */
export function filesOfRoute(manifest: Manifest, id: string): string[] {
  const route = manifest.routes[id];
  if (!route) throw new Error(`The build has no page ${id}.`);
  const own = [route.module, ...(route.css ?? [])].map((file) => file.replace(/#$/, ''));
  return route.parentId ? [...own, ...filesOfRoute(manifest, route.parentId)] : own;
}

export function readManifest(client: string): Manifest {
  const name = readdirSync(join(client, 'assets')).find((file) => /^manifest-.+\.js$/.test(file));
  if (!name) throw new Error('The build has no manifest.');
  const text = readFileSync(join(client, 'assets', name), 'utf8');
  return JSON.parse(text.replace(/^window\.__reactRouterManifest=/, '').replace(/;$/, '')) as Manifest;
}

const compressed = (file: string): number => brotliCompressSync(readFileSync(file)).length / 1000;
const round = (kb: number): number => Math.round(kb * 10) / 10;

export function overBudget(weight: Weight, limits: Weight): string[] {
  const kinds = ['js_kb', 'css_kb', 'html_kb'] as const;
  return kinds
    .filter((kind) => weight[kind] > limits[kind])
    .map((kind) => `${kind.slice(0, -3)} is ${round(weight[kind] - limits[kind])} kB over the budget.`);
}
