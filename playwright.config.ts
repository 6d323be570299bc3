import { defineConfig, type LaunchOptions } from '@playwright/test';
import { findChromium } from './tools/setup/chromium.mjs';

// Playwright's workers read this file too. The first process that reads it chooses the port, and the workers inherit
// this port through the environment.
process.env.E2E_PORT ??= String(20_000 + (process.pid % 10_000));
const address = `http://localhost:${process.env.E2E_PORT}`;

/**
 * The system's Chromium with a fake camera. A test that plays a clip adds `--use-file-for-fake-video-capture=<file>` to
 * `args`.
 */
export const launchOptions: LaunchOptions & { args: string[] } = {
  executablePath: findChromium(),
  args: [
    // Chromium cannot use its sandbox as root. Containers have little shared memory.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-dev-shm-usage',
    '--enable-unsafe-swiftshader',
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    '--disable-background-networking',
    '--disable-component-update',
  ],
};

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  // A build machine may be much slower than a developer's machine.
  timeout: process.env.CI ? 120_000 : 60_000,
  expect: { timeout: process.env.CI ? 20_000 : 10_000 },
  forbidOnly: process.env.CI !== undefined,
  // On two cores, browser, service and database together are sometimes too slow. The output names the tests that needed
  // a second try (tools/checks/reports.ts).
  retries: process.env.CI ? 1 : 0,
  // Runs one test at a time, because the tests share a service and two cores.
  workers: 1,
  reporter: 'list',
  // A service worker would answer requests that a test wants to answer itself. The tests of notifications allow service
  // workers.
  use: {
    baseURL: address,
    serviceWorkers: 'block',
    launchOptions,
    // Drawing animations takes a tenth of a test's time, and each click waits until they end. The tests of motion turn
    // them on.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces take a third of a test's time. To get one, repeat a failed test with `--trace retain-on-failure`.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Headless Chromium cannot ask anyone for a permission.
    permissions: ['clipboard-read', 'clipboard-write'],
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium', viewport: { width: 1440, height: 900 } } }],
  webServer: {
    command: `${JSON.stringify(process.execPath)} tools/run/serve-for-tests.ts`,
    url: `${address}/readyz`,
    env: { PORT: process.env.E2E_PORT, PUBLIC_URL: address, LOG_LEVEL: 'warn' },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    timeout: 300_000,
    stdout: 'pipe',
  },
});
