import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type EnvironmentOptions } from 'vite';
import { boundedReload } from './bounded-reload.ts';
import { fillMessages } from './fill-messages.ts';
import { wireContract } from './wire-contract.ts';

const service = process.env.FLAIRA_SERVICE ?? 'http://127.0.0.1:4600';
const proxied = ['/api', '/rpc', '/functions', '/photos', '/dev', '/test-checkout', '/healthz', '/readyz', '/metrics'];

/**
 * A page of the community would otherwise be made of a hundred small files, each with headers as long as itself, and
 * over HTTP/1.1 six at a time. So a group holds its modules with all their imports, unless a group of a higher priority
 * has them: the modules of every page with React (`Trans` is for public pages, which have no script), the API client
 * (which comes with the first query), the frame around every page of the community, and the extra modules for reading
 * there. Parts that several pages share are grouped by the pages that load them, so that none loads more than it needs;
 * icons likewise, the smallest groups joined to the nearest.
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
  { name: 'core', test: /app[\\/](root|entry\.client)\.tsx$/, priority: 4 },
  { name: 'session', test: /app[\\/]lib[\\/]session\.tsx$/, priority: 3 },
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

/** A shared file is named after all its pages. The list of files, which every page with React loads, would consist of such names. */
const shortName = (name: string, extension: string): string =>
  `assets/${name.includes('~') ? name.slice(0, name.indexOf('~')) : '[name]'}-[hash].${extension}`;

/** The service loads the build for the server: all is in it, so that React is the one for production and there once. */
const forService: EnvironmentOptions = {
  resolve: { noExternal: true },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
};

export default defineConfig(({ command }) => ({
  // Prerendering starts another preview, which would otherwise look for the application in the current folder.
  root: import.meta.dirname,
  plugins: [fillMessages(), boundedReload(), reactRouter(), wireContract()],
  define: {
    // Canonical and alternate links need absolute addresses, and prerendered pages have no request to read them from.
    __SITE_ORIGIN__: JSON.stringify((process.env.PUBLIC_ORIGIN ?? 'http://127.0.0.1:4600').replace(/\/$/, '')),
  },
  // The list of files is read by post-build.ts, which removes it.
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
  // Scripts that are built on their own take no schemas along either.
  worker: { format: 'es', plugins: () => [wireContract()] },
  // Otherwise the first visit of a screen in development finds new packages and loads twice.
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}', '!app/**/*.test.ts'] },
  server: {
    fs: { allow: ['..'] },
    proxy: Object.fromEntries(proxied.map((path) => [path, { target: service, changeOrigin: false }])),
  },
}));
