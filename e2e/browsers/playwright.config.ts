import { dirname } from 'node:path';
import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

const root = dirname(dirname(import.meta.dirname));

/**
 * Runs stories in other browsers than Chromium, on the same service, two browsers side by side. Firefox and WebKit have
 * separate drivers.
 */
export default defineConfig({
  ...base,
  testDir: import.meta.dirname,
  testMatch: '**/*.browsers.ts',
  outputDir: `${root}/test-results/browsers`,
  timeout: 120_000,
  // The share of a build machine that these stories may use (tools/checks/run.ts).
  globalTimeout: process.env.CI ? 360_000 : 0,
  workers: 2,
  projects: [{ name: 'firefox' }, { name: 'webkit' }],
  webServer: { ...(base.webServer as object), cwd: root } as never,
});
