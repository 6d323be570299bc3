import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { Plugin } from 'vite';
import { browserPatterns } from './app/paths.ts';
import routes from './app/routes.ts';

/**
 * Empties the modules of which the development server draws nothing, so that its first page comes sooner. React Router
 * loads the modules of all pages before it draws any. But most of the app belongs to pages that the browser draws, of which
 * the development server draws only a spinner (see `DevelopmentOutlet`).
 */
export function browserPages(): Plugin {
  const files = filesOfBrowser();
  const folder = `${import.meta.dirname}/app/`;
  return {
    name: 'browser-pages',
    enforce: 'pre',
    apply: 'serve',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform(code, id) {
      // Only the service draws first views.
      if (id === `${folder}first-view.server.tsx`) return 'export const drawFirstView = () => undefined;';
      if (!id.startsWith(folder) || !files.has(id.slice(folder.length))) return undefined;
      const exported = code.match(/^export .*$/gm) ?? [];
      const handles = exported.filter((line) => line.startsWith('export const handle'));
      // A loader, for example, runs here even if the browser draws the page.
      const isDrawingOnly = exported.length === handles.length + 1;
      return isDrawingOnly ? { code: `${handles.join('\n')}\nexport default () => null;`, map: null } : undefined;
    },
  };
}

/** Returns the files of all pages that the browser draws, and of the layouts around only such pages. */
function filesOfBrowser(): ReadonlySet<string> {
  const patterns = new Set(browserPatterns());
  const isOfBrowser = ({ path, children }: RouteConfigEntry): boolean =>
    children?.every(isOfBrowser) ?? patterns.has(`/${path}`);
  const within = (entry: RouteConfigEntry): RouteConfigEntry[] => [entry, ...(entry.children ?? []).flatMap(within)];
  return new Set(
    routes
      .flatMap(within)
      .filter(isOfBrowser)
      .map(({ file }) => file),
  );
}
