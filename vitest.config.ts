import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const isCi = process.env.CI !== undefined;

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'contract/**/*.test.ts',
            'engine/**/*.test.ts',
            'messages/**/*.test.ts',
            'web/app/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          exclude: ['tools/**/*.database.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'tools/**/*.database.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          setupFiles: ['server/test/close-databases.ts'],
        },
      },
    ],
    environment: 'node',
    pool: 'forks',
    // Tests of the server wait for the database as long as they compute: two at a time even where there are two cores.
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 20_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    allowOnly: !isCi,
  },
});
