import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type EnvironmentOptions } from 'vite';
import { boundedReload } from './bounded-reload.ts';
import { browserPages } from './browser-pages.ts';
import { fillMessages } from './fill-messages.ts';
import { wireContract } from './wire-contract.ts';

const service = process.env.FLAIRA_SERVICE ?? 'http://127.0.0.1:4600';
const proxied = ['/api', '/rpc', '/functions', '/photos', '/dev', '/test-checkout', '/healthz', '/readyz', '/metrics'];

/**
 * Groups of modules that become one file each. Without groups, a page of the community would need a hundred small
 * files. Each of them would be about as small as its HTTP headers, and HTTP/1.1 loads only six at a time. A group
 * contains its modules with all their imports, except those in a group of higher priority. The groups are:
 * - the modules of every page with React (but not `Trans`, which only public pages without a script use)
 * - the root of every page, the script that starts it, and the layout components (`ui/layout.tsx`)
 * - the query for the signed-in person
 * - the clock of the service, which pages without a query use, too
 * - the sentences for refusals
 * - the API client, which the first query loads
 * - the frame around every page of the community
 * - the extra modules for reading in the community
 * - modules that several pages share, grouped by the pages that load them, so that no page loads more than it needs
 * - icons, grouped in the same way
 *
 * Rolldown merges each group of icons under 4 kB into another group.
 */
const fewFiles = [
  {
    name: 'base',
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|i18next|react-i18next(?![\\/]dist[\\/]es[\\/]Trans)|use-sync-external-store|@tanstack[\\/](react-query|query-core))[\\/]/,
    priority: 5,
  },
  {
    name: 'icons',
    test: /lucide-react/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 4_000,
    priority: 5,
  },
  { name: 'core', test: /app[\\/](root|entry\.client|ui[\\/]layout)\.tsx$/, priority: 4 },
  { name: 'session', test: /app[\\/]lib[\\/]session\.tsx$/, priority: 3 },
  { name: 'clock', test: /app[\\/]lib[\\/]service-clock\.ts$/, priority: 4 },
  { name: 'refusal', test: /app[\\/]lib[\\/]refusal\.ts$/, priority: 4 },
  { name: 'api', test: /app[\\/]lib[\\/]api\.ts$/, priority: 3 },
  {
    name: 'parts',
    test: /app[\\/](ui|lib|features[\\/](shell|notifications))[\\/]/,
    minShareCount: 2,
    entriesAware: true,
    priority: 2,
  },
  {
    name: 'community-frame',
    test: /app[\\/]features[\\/]community[\\/](layout[\\/](community-layout|use-my-community)\.tsx?|parts[\\/]links\.ts|local[\\/]\w+\.ts)$/,
    priority: 1,
  },
  {
    name: 'community-reading',
    test: /app[\\/]features[\\/]community[\\/]feed[\\/](feed-page|lists)\.tsx$/,
    priority: 0.5,
  },
];

/**
 * Shortens the name of a shared file. Otherwise the name would list every page that uses the file. Every page with
 * React loads a list of these names.
 */
const shortName = (name: string, extension: string): string =>
  `assets/${name.includes('~') ? name.slice(0, name.indexOf('~')) : '[name]'}-[hash].${extension}`;

/**
 * The build that the service loads. It contains all packages, so that React is the production version and is included
 * only once.
 */
const forService: EnvironmentOptions = {
  resolve: { noExternal: true },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
};

export default defineConfig(({ command }) => ({
  // Prerendering starts another preview server, which would otherwise look for the application in the current folder.
  root: import.meta.dirname,
  plugins: [fillMessages(), boundedReload(), browserPages(), reactRouter(), wireContract()],
  define: {
    // Canonical and alternate links need absolute addresses. A prerendered page has no request that contains the site's
    // origin.
    __SITE_ORIGIN__: JSON.stringify((process.env.PUBLIC_ORIGIN ?? 'http://127.0.0.1:4600').replace(/\/$/, '')),
  },
  // post-build.ts reads the manifest, which lists the files, and then removes it.
  build: { assetsInlineLimit: 0, manifest: true },
  environments: {
    ssr: command === 'build' ? forService : {},
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: fewFiles },
            chunkFileNames: (chunk) => shortName(chunk.name, 'js'),
            assetFileNames: (asset) => shortName(asset.names[0] ?? '', '[ext]'),
          },
        },
      },
    },
  },
  // Workers are built separately. Like the other scripts, they must not contain schemas.
  worker: { format: 'es', plugins: () => [wireContract()] },
  // Lets the development server find all packages when it starts. Otherwise the first visit to a screen finds new
  // packages and loads the page twice.
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}', '!app/**/*.test.ts'] },
  server: {
    fs: { allow: ['..'] },
    // The folder has more files than the sources, and the development server reads none of the built files.
    watch: { ignored: ['**/web/build/**'] },
    proxy: Object.fromEntries(proxied.map((path) => [path, { target: service, changeOrigin: false }])),
  },
}));
