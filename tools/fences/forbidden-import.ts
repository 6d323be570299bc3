import { dirname, join, normalize, relative } from 'node:path';
import type { Arrows } from './arrows.ts';

/** The subpath imports of package.json, and the folders that they refer to. */
const SUBPATHS: Readonly<Record<string, string>> = {
  '#contract/': 'contract/src/',
  '#engine/': 'engine/src/',
  '#messages/': 'messages/',
  '#server/': 'server/src/',
  '#web/': 'web/app/',
  '#tools/': 'tools/',
};

/**
 * Returns an error message if `file` may not import `specifier`, and undefined if it may. `file` is absolute and under
 * `root`. Packages and files outside of the project are not checked here.
 */
export function forbiddenImport(arrows: Arrows, root: string, file: string, specifier: string): string | undefined {
  const from = relative(root, file);
  const to = resolveSpecifier(root, file, specifier);
  if (to === undefined || to.startsWith('..')) return undefined;
  return betweenAreas(arrows, from, to) ?? insideServer(arrows, from, to) ?? insideWeb(from, to);
}

/** Returns the path of the imported file under the root, or undefined for a package. */
function resolveSpecifier(root: string, file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return relative(root, join(dirname(file), specifier));
  const prefix = Object.keys(SUBPATHS).find((candidate) => specifier.startsWith(candidate));
  return prefix && normalize(SUBPATHS[prefix] + specifier.slice(prefix.length));
}

const top = (path: string): string => path.split('/')[0] ?? '';
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

/**
 * Checks imports between the top folders. Tools, browser tests and configuration may import from all other folders. In
 * those other folders, only tests may import a tool.
 */
function betweenAreas({ areas }: Arrows, from: string, to: string): string | undefined {
  const allowed = areas[top(from)];
  if (!allowed || top(from) === top(to) || allowed.includes(top(to))) return undefined;
  if (top(to) === 'tools' && isTest(from)) return undefined;
  const may = allowed.length > 0 ? `${allowed.join(', ')} only` : 'nothing of ours';
  return `${top(from)} may import ${may}, not ${to}.`;
}

const domainOf = (path: string): string | undefined => /^server\/src\/domains\/([^/]+)\//.exec(path)?.[1];

function insideServer({ server_domains }: Arrows, from: string, to: string): string | undefined {
  if (top(from) !== 'server' || top(to) !== 'server' || from.startsWith('server/test/')) return undefined;
  if (to.startsWith('server/test/')) return isTest(from) ? undefined : 'server/test is for tests.';
  const [mine, theirs] = [domainOf(from), domainOf(to)];
  if (from.startsWith('server/src/platform/') && !to.startsWith('server/src/platform/'))
    return `The platform knows no domain and no wiring, and so not ${to}.`;
  if (!mine || mine === theirs || to.startsWith('server/src/platform/')) return undefined;
  if (!theirs) return `A domain does not know the wiring: ${to}.`;
  if (!server_domains[mine]) return `The domain ${mine} is not in tools/domains.json.`;
  if (!server_domains[mine].includes(theirs))
    return `No arrow leads from ${mine} to ${theirs} (tools/domains.json): subscribe to its events instead.`;
  if (to !== `server/src/domains/${theirs}/index.ts`)
    return `${theirs} is entered through #server/domains/${theirs}/index.ts only.`;
  return undefined;
}

const layerOf = (path: string): string | undefined => /^web\/app\/(routes|features|ui|lib)\//.exec(path)?.[1];
const featureOf = (path: string): string | undefined => /^web\/app\/features\/([^/]+)/.exec(path)?.[1];

/** The layers that each layer of the web app may import, including itself. */
const WEB_LAYERS: Readonly<Record<string, readonly string[]>> = {
  routes: ['routes', 'features', 'ui', 'lib'],
  features: ['features', 'ui', 'lib'],
  ui: ['ui', 'lib'],
  lib: ['ui', 'lib'],
};

function insideWeb(from: string, to: string): string | undefined {
  const [mine, theirs] = [layerOf(from), layerOf(to)];
  if (!mine || !theirs) return undefined;
  if (!WEB_LAYERS[mine]?.includes(theirs))
    return `${mine} may not import ${theirs}: the way is routes → features → ui, lib.`;
  const [feature, other] = [featureOf(from), featureOf(to)];
  if (feature && other && feature !== other)
    return `The feature ${feature} may not import ${other}: a route puts features together.`;
  return undefined;
}
