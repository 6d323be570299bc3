import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { fillMessages } from './fill-messages.ts';
import { filledInDevelopment } from './filled-in-development.ts';
import { wireContract } from './wire-contract.ts';

const service = process.env.FLAIRA_SERVICE ?? 'http://127.0.0.1:4600';
const proxied = ['/api', '/rpc', '/functions', '/photos', '/dev', '/test-checkout'];

/**
 * A signed-in page would otherwise be made of a hundred small files, each with headers as long as itself: the libraries that every such page loads come in
 * one, and icons by the pages that draw them, the smallest groups joined to the nearest.
 */
const fewFiles = [
  {
    name: 'base',
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|i18next|react-i18next|html-parse-stringify|void-elements|use-sync-external-store|@tanstack)[\\/]/,
    priority: 1,
  },
  { name: 'icons', test: /lucide-react/, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 6_000 },
];

export default defineConfig({
  // Prerendering starts a preview of its own, which would otherwise look for the application where the command was typed.
  root: import.meta.dirname,
  plugins: [filledInDevelopment(service), fillMessages(), reactRouter(), wireContract()],
  define: {
    // Canonical and alternate links need absolute addresses, and prerendered pages have no request to read them from.
    __SITE_ORIGIN__: JSON.stringify((process.env.PUBLIC_ORIGIN ?? 'http://127.0.0.1:4600').replace(/\/$/, '')),
  },
  build: { assetsInlineLimit: 0 },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: fewFiles } } } } } },
  // Scripts that are built on their own take no schemas along either.
  worker: { format: 'es', plugins: () => [wireContract()] },
  // Otherwise the first visit of a screen in development finds new packages and loads twice.
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}', '!app/**/*.test.ts'] },
  server: {
    fs: { allow: ['..'] },
    proxy: Object.fromEntries(proxied.map((path) => [path, { target: service, changeOrigin: false }])),
  },
});
