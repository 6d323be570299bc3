import { mkdirSync } from 'node:fs';
import pg from 'pg';
import { startEmbedded } from '#server/platform/db/embedded.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { prepareJobs } from '#server/platform/jobs/create-jobs.ts';

/**
 * Starts a separate database cluster with one database for each size. Existing databases are reused, unless --again is
 * given.
 */
export async function openBench(dataDir: string) {
  mkdirSync(dataDir, { recursive: true });
  const postgres = await startEmbedded({ dataDir, settings: { fsync: 'off', max_wal_size: '4GB' } });
  return {
    pid: postgres.pid,
    stop: () => postgres.stop(),
    /**
     * Opens the database for this number of posts. Creates and fills the database if it does not exist. Returns the
     * connection string of the service's role.
     */
    async database(posts: number, fill: (superuserUrl: string) => Promise<void>): Promise<string> {
      const name = `bench_${posts}`;
      const admin = new pg.Client({ connectionString: postgres.urlOf('postgres', 'postgres') });
      await admin.connect();
      try {
        const { rows } = await admin.query('select from pg_database where datname = $1', [name]);
        const isThere = rows.length > 0;
        if (isThere && !process.argv.includes('--again')) return postgres.urlOf('flaira_app', name);
        if (isThere) await admin.query(`drop database ${name} with (force)`);
        await admin.query(`create database ${name} owner flaira_owner`);
        try {
          await migrate(postgres.urlOf('flaira_owner', name));
          await prepareJobs(postgres.urlOf('flaira_owner', name));
          console.log(`making ${posts.toLocaleString('en')} posts`);
          await fill(postgres.urlOf('postgres', name));
        } catch (error) {
          await admin.query(`drop database ${name} with (force)`);
          throw error;
        }
        return postgres.urlOf('flaira_app', name);
      } finally {
        await admin.end();
      }
    },
  };
}
