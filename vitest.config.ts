import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const isCi = process.env.CI !== undefined;

/**
 * The files of a worker share what they load: the application is loaded twice instead of a hundred times. Each test
 * restores what it changes.
 */
const shared = { isolate: false };

export default defineConfig({
  test: {
    projects: [
      // Each file leaves with its pictures: together they would fill the memory of a small machine.
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
    // Tests of the server wait for the database as long as they compute: two at a time even where there are two cores.
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 20_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    allowOnly: !isCi,
  },
});
