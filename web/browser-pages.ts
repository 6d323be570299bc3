import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { Plugin } from 'vite';
import { browserPatterns } from './app/paths.ts';
import routes from './app/routes.ts';

/**
 * Replaces page modules with empty ones in the development server, so that its first page appears sooner. React Router
 * loads the modules of all pages before it renders a page. The browser renders most of these pages. The development
 * server renders only a spinner for them (see `DevelopmentOutlet`), and does not need their modules.
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
      // The development server renders no first views.
      if (id === `${folder}first-view.server.tsx`) return 'export const drawFirstView = () => undefined;';
      if (!id.startsWith(folder) || !files.has(id.slice(folder.length))) return undefined;
      const exported = code.match(/^export .*$/gm) ?? [];
      const handles = exported.filter((line) => line.startsWith('export const handle'));
      // A module that exports more than its component and `handle` is not replaced. If it exports a loader, for
      // example, the development server runs that loader even for a page that the browser renders.
      const isDrawingOnly = exported.length === handles.length + 1;
      return isDrawingOnly ? { code: `${handles.join('\n')}\nexport default () => null;`, map: null } : undefined;
    },
  };
}

/**
 * Returns the files of all pages that the browser renders. Also returns the files of layouts that contain only such
 * pages.
 */
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
