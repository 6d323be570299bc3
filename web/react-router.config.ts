import type { Config } from '@react-router/dev/config';
import { prerenderedPaths } from './app/paths.ts';

/**
 * The configuration of React Router. The service loads `build/server` and renders public pages. The browser renders the
 * pages of an account.
 */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  prerender: prerenderedPaths(),
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
