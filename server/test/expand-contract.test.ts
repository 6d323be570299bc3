import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, MIGRATIONS } from '#server/platform/db/migrate.ts';
import { prepareJobs } from '#server/platform/jobs/create-jobs.ts';
import { consentToSimulation } from './a-case.ts';
import { freshDatabase } from './database.ts';
import { aServiceOn } from './killable-service.ts';

const EXPAND = `-- expands
alter table leads add column opened_on date`;
const MIGRATE = `-- expands
update leads set opened_on = created_at::date where opened_on is null`;
/** The next release no longer uses this column. Only the old release wrote it. */
const CONTRACT = `alter table leads drop column uploads_since`;

/** Makes the migrations of the next release: the current migrations, followed by the given texts. */
function aRelease(...texts: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'flaira-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(MIGRATIONS, folder, { recursive: true });
  for (const [n, text] of texts.entries()) writeFileSync(join(folder, `${9001 + n}_next.sql`), text);
  return folder;
}

test('an old release runs and restarts on expanded tables, and does not start once they are contracted', {
  timeout: 120_000,
}, async () => {
  const database = await freshDatabase();
  await prepareJobs(database.ownerUrl);
  const old = await aServiceOn(database);
  await old.start();
  const statuses: number[] = [];
  const startLead = async () => {
    const asked = { lead_id: randomUUID(), consent: consentToSimulation };
    statuses.push((await old.browser().post('/rpc/start_lead', asked)).status);
  };

  // The first process of the new release migrates while the old release answers requests.
  let isMigrating = true;
  const answering = (async () => {
    do await startLead();
    while (isMigrating);
  })();
  expect(await migrate(database.ownerUrl, aRelease(EXPAND))).toEqual(['9001_next.sql']);
  await migrate(database.ownerUrl, aRelease(EXPAND, MIGRATE));
  isMigrating = false;
  await answering;
  await startLead();
  // As long as the column exists, a crashed process of the old release can start again.
  await old.kill();
  await old.start();
  await startLead();
  expect(statuses).toEqual(statuses.map(() => 200));

  await migrate(database.ownerUrl, aRelease(EXPAND, MIGRATE, CONTRACT));
  await expect(migrate(database.ownerUrl)).rejects.toThrow(
    'The database has 9003_next.sql, which this version does not know',
  );
});
