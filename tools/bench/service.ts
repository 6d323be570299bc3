import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { registerDomains } from '#server/app.ts';
import { createAccount, type NewAccount } from '#server/domains/identity/index.ts';
import { readConfig } from '#server/platform/config/read-config.ts';
import type { Context } from '#server/platform/context.ts';
import { createPlatform } from '#server/platform/create-platform.ts';
import { createService } from '#server/platform/create-service.ts';
import type { EmbeddedPostgres } from '#server/platform/db/embedded.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openSession, sessionCookie } from '../../server/test/sessions.ts';

const HOST = 'http://127.0.0.1';
const key = () => randomBytes(32).toString('base64');

/**
 * Calls an API procedure over HTTP. Returns the response body, and the milliseconds until the whole response had
 * arrived.
 */
export type Ask = (procedure: string, input: object) => Promise<{ ms: number; body: unknown }>;

interface Cookie {
  readonly name: string;
  readonly value: string;
}

interface BenchOptions {
  readonly name: string;
  readonly dataDir: string;
  /** Fills the database before the service starts. */
  readonly fill?: (client: pg.Client) => Promise<void>;
  /** For a browser: the port of the pages, and the folder of the web build. */
  readonly pages?: { readonly port: number; readonly folder: string };
}

export interface BenchService {
  readonly context: Context;
  /** The address of the service. */
  readonly address: string;
  /** Creates an account and signs it in. */
  person(account: Omit<NewAccount, 'password'>): Promise<{ userId: string; ask: Ask; cookie: Cookie }>;
  /** Calls `work` with a connection that has the rights of the tables' owner. */
  asOwner(work: (client: pg.Client) => Promise<unknown>): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the service on a new database, in this process. */
export async function aBenchService(
  postgres: EmbeddedPostgres,
  { name, dataDir, fill, pages }: BenchOptions,
): Promise<BenchService> {
  await withClient(postgres.ownerUrl, (client) => client.query(`create database ${name}`));
  const origin = pages ? `${HOST}:${pages.port}` : HOST;
  const config = configOf(postgres, { name, dataDir, origin });
  await migrate(config.ownerUrl);
  const asOwner: BenchService['asOwner'] = (work) => withClient(config.ownerUrl, work);
  if (fill) await asOwner(fill);
  const log = pino({ level: 'silent' });
  const { context, objects } = createPlatform(config, { log });
  const siteFolder = pages?.folder ?? '/nowhere';
  const service = await createService({ context, objects, ...registerDomains(context), siteFolder });
  const address = `${HOST}:${await service.listen(pages?.port ?? 0, '127.0.0.1')}`;
  return {
    context,
    address,
    asOwner,
    async person(account) {
      const userId = await createAccount(context, { ...account, password: key() });
      const session = await openSession(context, userId, account.role === 'admin');
      const cookie = sessionCookie(context, session);
      const headers = { 'content-type': 'application/json', origin, cookie: `${cookie.name}=${cookie.value}` };
      return { userId, cookie, ask: (procedure, input) => ask(`${address}/rpc/${procedure}`, headers, input) };
    },
    async stop() {
      await service.stop();
      await context.db.destroy();
    },
  };
}

const configOf = (
  postgres: EmbeddedPostgres,
  { name, dataDir, origin }: { name: string; dataDir: string; origin: string },
) =>
  readConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: origin,
    DATABASE_URL: postgres.urlOf('flaira_app', name),
    SYSTEM_DATABASE_URL: postgres.urlOf('flaira_system', name),
    DATABASE_OWNER_URL: postgres.urlOf('flaira_owner', name),
    DATA_DIR: dataDir,
    PHOTO_MASTER_KEY: key(),
    LINK_KEY: key(),
    AUTH_SECRET: key(),
    LOG_LEVEL: 'silent',
  });

async function ask(
  url: string,
  headers: Record<string, string>,
  input: object,
): Promise<{ ms: number; body: unknown }> {
  const begin = performance.now();
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(input) });
  const body = await answer.json();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return { ms: performance.now() - begin, body };
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
