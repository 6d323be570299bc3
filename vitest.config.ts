import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const isCi = process.env.CI !== undefined;

/**
 * All test files of a worker share loaded modules, so each worker loads the application only once. Each test restores
 * what it changes.
 */
const shared = { isolate: false };

export default defineConfig({
  test: {
    projects: [
      // Vitest isolates these test files, so the memory for the images of one file is freed before the next. The images
      // of all files would fill a small machine's memory.
      { extends: true, test: { name: 'engine', include: ['engine/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          ...shared,
          name: 'unit',
          include: ['contract/**/*.test.ts', 'messages/**/*.test.ts', 'web/app/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: ['tools/**/*.database.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'server',
          include: ['server/**/*.test.ts', 'tools/**/*.database.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          setupFiles: ['server/test/close-databases.ts'],
        },
      },
    ],
    environment: 'node',
    pool: 'forks',
    unstubGlobals: true,
    // Server tests spend as much time waiting for the database as computing, so at least two workers run on any
    // machine.
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 20_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    allowOnly: !isCi,
  },
});
