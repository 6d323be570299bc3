import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../setup/say.mjs';
import { prepareDatabase, startDatabase } from './database.ts';
import { root } from './project.ts';
import { startService } from './service.ts';
import { askedToStop } from './shutdown.ts';
import { buildWebIfStale } from './web-build.ts';

const IN_A_HURRY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** The whole product for the browser tests: built, on a database and a data folder of its own that go when it stops. */
await main(async () => {
  const stop = askedToStop();
  await buildWebIfStale('http://localhost:4600');
  const dataDir = mkdtempSync(join(tmpdir(), 'flaira-e2e-'));
  try {
    const database = await startDatabase({ dataDir, settings: IN_A_HURRY });
    try {
      const here = { DATA_DIR: dataDir, FLAIRA_SECRETS_FILE: join(root, 'data/secrets.json') };
      await prepareDatabase(database, here);
      const service = startService({ ...database.env, ...here });
      await Promise.race([stop, service.ended]);
      await service.stop();
    } finally {
      await database.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
