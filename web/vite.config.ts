import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { fillMessages } from './fill-messages.ts';
import { filledInDevelopment } from './filled-in-development.ts';
import { wireContract } from './wire-contract.ts';

const service = process.env.FLAIRA_SERVICE ?? 'http://127.0.0.1:4600';
const proxied = ['/api', '/rpc', '/functions', '/photos', '/dev', '/test-checkout'];

export default defineConfig({
  // Prerendering starts a preview of its own, which would otherwise look for the application where the command was typed.
  root: import.meta.dirname,
  plugins: [filledInDevelopment(service), fillMessages(), reactRouter(), wireContract()],
  define: {
    // Canonical and alternate links need absolute addresses, and prerendered pages have no request to read them from.
    __SITE_ORIGIN__: JSON.stringify((process.env.PUBLIC_ORIGIN ?? 'http://127.0.0.1:4600').replace(/\/$/, '')),
  },
  build: { assetsInlineLimit: 0 },
  // Scripts that are built on their own take no schemas along either.
  worker: { format: 'es', plugins: () => [wireContract()] },
  // Otherwise the first visit of a screen in development finds new packages and loads twice.
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}', '!app/**/*.test.ts'] },
  server: {
    fs: { allow: ['..'] },
    proxy: Object.fromEntries(proxied.map((path) => [path, { target: service, changeOrigin: false }])),
  },
});
