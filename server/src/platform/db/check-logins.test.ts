import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/variables.mjs';
import { freshDatabase } from '../../../test/database.ts';
import { checkLogins } from './check-logins.ts';
import { startEmbedded } from './embedded.ts';
import { removeDataDir, temporaryDataDir } from './embedded/temporary.ts';
import { migrate } from './migrate.ts';

const check = (databaseUrl: string, systemUrl: string, nodeEnv: Config['nodeEnv'] = 'production') =>
  checkLogins({ databaseUrl, systemUrl, nodeEnv } as Config);

test('trust 7: production does not start with one database login for requests and jobs', async () => {
  const { appUrl, systemUrl, ownerUrl } = await freshDatabase();
  expect(await check(appUrl, systemUrl)).toBeNull();
  await expect(check(systemUrl, systemUrl)).rejects.toThrow(ConfigError);
  await expect(check(ownerUrl, systemUrl)).rejects.toThrow('can become app_system');
  expect(await check(ownerUrl, ownerUrl, 'development')).toContain('can become app_system');
  await expect(check(appUrl, appUrl, 'development')).rejects.toThrow('SYSTEM_DATABASE_URL');
});

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

test('the next start on an old data folder adds the login for jobs, and takes its rights from the login for requests', async () => {
  const dataDir = temporaryDataDir();
  const start = () => startEmbedded({ dataDir, settings: { shared_buffers: '16MB', fsync: 'off' } });
  const earlier = await start();
  let running = earlier;
  onTestFinished(async () => {
    await running.stop();
    removeDataDir(dataDir);
  });
  await query(earlier.urlOf('postgres', 'postgres'), 'drop role flaira_system');
  await query(earlier.ownerUrl, 'create role app_system nologin; grant app_system to flaira_app');
  await query(earlier.appUrl, 'set role app_system');
  await earlier.stop();

  running = await start();
  await migrate(running.ownerUrl);
  expect(await check(running.appUrl, running.systemUrl)).toBeNull();
  await expect(query(running.appUrl, 'set role app_system')).rejects.toMatchObject({ code: '42501' });
}, 60_000);
