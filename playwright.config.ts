import { defineConfig, type LaunchOptions } from '@playwright/test';
import { findChromium } from './tools/setup/chromium.mjs';

// The workers read this file too, and find the port that the first reading chose in the environment they were given.
process.env.E2E_PORT ??= String(20_000 + (process.pid % 10_000));
const address = `http://localhost:${process.env.E2E_PORT}`;

/**
 * The system's Chromium with a fake camera. A story that plays a clip adds `--use-file-for-fake-video-capture=<file>`
 * to `args`.
 */
export const launchOptions: LaunchOptions & { args: string[] } = {
  executablePath: findChromium(),
  args: [
    // Root has no sandbox to offer, and containers little shared memory.
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
  // A build machine may be much slower than one's own.
  timeout: process.env.CI ? 120_000 : 60_000,
  expect: { timeout: process.env.CI ? 20_000 : 10_000 },
  forbidOnly: process.env.CI !== undefined,
  // A browser, a service and a database on two cores stumble now and then. The output names second tries (tools/checks/reports.ts).
  retries: process.env.CI ? 1 : 0,
  // One story at a time: they share a service and two cores.
  workers: 1,
  reporter: 'list',
  // A worker would answer in place of what a story sets up; the story of the installed app allows it.
  use: {
    baseURL: address,
    serviceWorkers: 'block',
    launchOptions,
    // Recording every story costs a third of its time: look again with `--trace retain-on-failure`.
    trace: 'off',
    screenshot: 'only-on-failure',
    // The build without windows asks nobody.
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
