import type { Plugin } from 'vite';

const reload = 'window.location.reload();';
const preload = 'export const __vitePreload = ';
const reloadOnce = `import { reloadOnce } from '${import.meta.dirname}/app/lib/may-reload.ts';\n`;

/**
 * Handles modules that do not load. Such a module usually belongs to a release that no longer exists. If a route's
 * module fails, React Router would reload the page each time, which never ends if the cause is permanent. For other
 * modules, Vite would show an error. With this plugin, the page reloads only once in both cases, and the typed text is
 * restored. If the module fails again, the page says that it stopped working.
 */
export function boundedReload(): Plugin {
  return {
    name: 'bounded-reload',
    apply: 'build',
    transform(code, id) {
      if (id.endsWith('/dom/ssr/routeModules.js')) {
        if (!code.includes(reload))
          throw new Error('React Router reloads in another way: look at web/bounded-reload.ts');
        return reloadOnce + code.replace(reload, 'await reloadOnce(error);');
      }
      if (!id.includes('vite/preload-helper') || this.environment.name !== 'client') return undefined;
      if (!code.includes(preload)) throw new Error('Vite loads modules in another way: look at web/bounded-reload.ts');
      const once = 'export const __vitePreload = (...module) => loadModule(...module).catch(reloadOnce);';
      return `${reloadOnce}${code.replace(preload, 'const loadModule = ')};\n${once}`;
    },
  };
}
