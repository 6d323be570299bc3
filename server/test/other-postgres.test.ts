import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createAccount } from '#server/domains/identity/index.ts';
import { startTemporary, temporaryDataDir, removeDataDir } from '#server/platform/db/embedded/temporary.ts';
import { aServiceOn } from './killable-service.ts';
import { freePort } from './service-process.ts';
import { PASSWORD } from './people.ts';

/** A password with all characters that have a meaning in a URL. */
const DATABASE_PASSWORD = 'k1 äß/?#@:%';
const EMAIL = 'claire@example.org';

/**
 * Starts a PostgreSQL server like that of an external operator. The service reaches it only over the network and with a
 * password. The server has a database and the role that owns the database.
 */
async function anotherPostgres() {
  const dir = temporaryDataDir();
  const hba = join(dir, 'pg_hba.conf');
  writeFileSync(hba, 'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n', { mode: 0o644 });
  const port = await freePort();
  const postgres = await startTemporary({ listen_addresses: '127.0.0.1', port: String(port), hba_file: hba });
  onTestFinished(async () => {
    await postgres.stop();
    removeDataDir(dir);
  });
  const admin = new pg.Client({ connectionString: postgres.urlOf('postgres', 'postgres') });
  await admin.connect();
  const secret = admin.escapeLiteral(DATABASE_PASSWORD);
  for (const statement of [
    'drop database flaira',
    'drop role flaira_system',
    'drop role flaira_app',
    'drop role flaira_owner',
    `create role clinic login createrole password ${secret}`,
    'create database clinic owner clinic',
  ])
    await admin.query(statement);
  const urlOf = (role: string) =>
    `postgres://${role}:${encodeURIComponent(DATABASE_PASSWORD)}@127.0.0.1:${port}/clinic`;
  return {
    urlOf,
    /** Makes the service's own roles, which own nothing. */
    async makeServiceRoles() {
      for (const role of ['flaira_app', 'flaira_system'])
        await admin.query(`create role ${role} login password ${secret}`);
    },
    async end() {
      await admin.end();
    },
  };
}

test.each([
  { roles: 'one role that owns the database', hasOwnRoles: false },
  { roles: 'an owner for migrations and two roles that own nothing', hasOwnRoles: true },
])(
  'the service prepares and uses an empty PostgreSQL over the network with $roles, also after a restart',
  async ({ hasOwnRoles }) => {
    const postgres = await anotherPostgres();
    if (hasOwnRoles) await postgres.makeServiceRoles();
    await postgres.end();
    const ownerUrl = postgres.urlOf('clinic');
    const service = await aServiceOn(
      hasOwnRoles
        ? { appUrl: postgres.urlOf('flaira_app'), systemUrl: postgres.urlOf('flaira_system'), ownerUrl }
        : { appUrl: ownerUrl },
    );
    await service.start();
    await createAccount(service.context, {
      email: EMAIL,
      password: PASSWORD,
      first_name: 'Claire',
      last_name: 'Moreau',
    });

    const browser = service.browser();
    expect(await browser.post('/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD })).toMatchObject({
      status: 200,
    });
    const dashboard = async () => [
      (await browser.post('/rpc/who_am_i')).json.user.email,
      (await browser.post('/rpc/get_my_current_set')).json,
      (await browser.post('/rpc/list_my_cases')).json,
    ];
    expect(await dashboard()).toEqual([EMAIL, [], []]);
    await service.kill();
    await service.start();
    expect(await dashboard()).toEqual([EMAIL, [], []]);
  },
  120_000,
);
