import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { registerDomains } from '../../server/src/app.ts';
import { createAccount } from '../../server/src/domains/identity/index.ts';
import { readConfig } from '../../server/src/platform/config/read-config.ts';
import { createPlatform } from '../../server/src/platform/create-platform.ts';
import { createService } from '../../server/src/platform/create-service.ts';
import type { EmbeddedPostgres } from '../../server/src/platform/db/embedded.ts';
import { migrate } from '../../server/src/platform/db/migrate.ts';
import { openSession, sessionCookie } from '../../server/test/sessions.ts';
import { fillAppointments } from './admin-data.ts';

export interface BenchService {
  /** Asks admin_list_appointments over HTTP as an administrator. */
  ask(question: object): Promise<{ ms: number; total: string; next: string | null }>;
  stop(): Promise<void>;
}

/** The service over a database of its own with so many appointments. */
export async function aBenchService(postgres: EmbeddedPostgres, dataDir: string, count: number): Promise<BenchService> {
  const name = `bench_${count}`;
  await run(postgres.ownerUrl, (client) => client.query(`create database ${name}`));
  const ownerUrl = postgres.urlOf('flaira_owner', name);
  await migrate(ownerUrl);
  const start = performance.now();
  await run(ownerUrl, (client) => fillAppointments(client, count));
  console.log(
    `${count.toLocaleString('en')} appointments made in ${((performance.now() - start) / 1000).toFixed(1)} s`,
  );

  const key = () => randomBytes(32).toString('base64');
  const config = readConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: 'http://127.0.0.1',
    DATABASE_URL: postgres.urlOf('flaira_app', name),
    DATABASE_OWNER_URL: ownerUrl,
    DATA_DIR: dataDir,
    PHOTO_MASTER_KEY: key(),
    LINK_KEY: key(),
    AUTH_SECRET: key(),
    LOG_LEVEL: 'silent',
  });
  const platform = createPlatform(config, { databaseUrl: config.databaseUrl, log: pino({ level: 'silent' }) });
  const { context } = platform;
  const service = await createService({ context, ...registerDomains(context), siteFolder: '/nowhere' });
  const port = await service.listen(0, '127.0.0.1');
  const admin = {
    email: 'admin@bench.example',
    password: key(),
    first_name: 'Jeanne',
    last_name: 'Diallo',
    role: 'admin',
  } as const;
  const cookie = sessionCookie(context, await openSession(context, await createAccount(context, admin), true));
  const headers = {
    'content-type': 'application/json',
    origin: 'http://127.0.0.1',
    cookie: `${cookie.name}=${cookie.value}`,
  };
  return {
    async ask(question) {
      const begin = performance.now();
      const answer = await fetch(`http://127.0.0.1:${port}/rpc/admin_list_appointments`, {
        method: 'POST',
        headers,
        body: JSON.stringify(question),
      });
      const body = (await answer.json()) as { total: number; is_total_exact: boolean; next: string | null };
      if (!answer.ok) throw new Error(`answered ${answer.status}`);
      const ms = performance.now() - begin;
      return { ms, total: `${body.total}${body.is_total_exact ? '' : '+'}`, next: body.next };
    },
    async stop() {
      await service.stop();
      await context.db.destroy();
    },
  };
}

async function run(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
