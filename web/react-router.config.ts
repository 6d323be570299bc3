import type { Config } from '@react-router/dev/config';
import { prerenderedPaths } from './app/paths.ts';

/** A static site plus a single-page app: the server only serves files, so it never has to run React. */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: false,
  prerender: prerenderedPaths(),
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
