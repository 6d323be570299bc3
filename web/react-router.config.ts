import type { Config } from '@react-router/dev/config';
import { prerenderedPaths } from './app/paths.ts';

/** Public pages are rendered by the service, which loads `build/server`; the pages of an account are drawn in the browser. */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  prerender: prerenderedPaths(),
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
