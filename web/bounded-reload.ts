import type { Plugin } from 'vite';

const reload = 'window.location.reload();';

/**
 * React Router loads the page again when a module of a route does not load, and again when it still does not: a browser in which the module fails would load
 * for ever. So it asks first, and otherwise the page says that it stopped working.
 */
export function boundedReload(): Plugin {
  return {
    name: 'bounded-reload',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith('/dom/ssr/routeModules.js')) return undefined;
      if (!code.includes(reload)) throw new Error('React Router reloads in another way: look at web/bounded-reload.ts');
      const asking = code.replace(reload, `if (!mayReload()) throw error; ${reload}`);
      return `import { mayReload } from '${import.meta.dirname}/app/lib/may-reload.ts';\n${asking}`;
    },
  };
}
