import { dirname } from 'node:path';
import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

const root = dirname(dirname(import.meta.dirname));

/**
 * Runs browser tests in Firefox and WebKit, each with its own driver (`firefox.ts`, `webkit.ts`). Both browsers run at
 * the same time on the same service.
 */
export default defineConfig({
  ...base,
  testDir: import.meta.dirname,
  testMatch: '**/*.browsers.ts',
  outputDir: `${root}/test-results/browsers`,
  timeout: 120_000,
  // The longest time that these tests may take on a build machine (`tools/checks/run.ts`).
  globalTimeout: process.env.CI ? 360_000 : 0,
  workers: 2,
  projects: [{ name: 'firefox' }, { name: 'webkit' }],
  webServer: { ...(base.webServer as object), cwd: root } as never,
});
