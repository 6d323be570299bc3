import { parseArgs } from 'node:util';
import * as z from 'zod';
import type { Config } from '#server/platform/config/config.ts';
import { readConfig } from '#server/platform/config/read-config.ts';
import { checkDatabaseLogins, checkOwner } from '../self-check/database.ts';
import { type Check, lineOf, runChecks } from '../self-check/outcome.ts';
import { checkPaymentKey, checkWebhook } from '../self-check/payments.ts';
import * as around from '../self-check/surroundings.ts';
import { main, say, SetupError } from '../setup/say.mjs';
import { runningDatabase } from './database.ts';
import { dataDir } from './project.ts';
import { reachedAt, variable } from './variables.ts';

/**
 * npm run check [-- --mail somebody@example.org]
 *
 * Tries every external system of the configuration while Flaira runs. Prints one line for each check, and exits with 1
 * if a check failed.
 */
await main(async () => {
  const { mail } = parseArgs({ options: { mail: { type: 'string' } } }).values;
  if (mail !== undefined && !z.email().safeParse(mail).success)
    throw new SetupError(`${mail} is not an email address.`);
  const env = { ...process.env, ...runningDatabase(dataDir), PUBLIC_URL: reachedAt().address, DATA_DIR: dataDir };
  const outcomes = await runChecks(checksOf(readConfig(env), mail), (outcome) => say(lineOf(outcome)));
  const failed = outcomes.filter(({ state }) => state === 'failed').length;
  say(failed === 0 ? '\nNothing failed.' : `\n${failed} of ${outcomes.length} checks failed.`);
  if (failed > 0) process.exitCode = 1;
});

function checksOf(config: Config, mail: string | undefined): Check[] {
  const isElsewhere = variable('DATABASE_URL') !== undefined && config.storage.kind === 's3';
  return [
    { name: 'Database logins', run: () => checkDatabaseLogins(config) },
    { name: 'Database owner', run: () => checkOwner(config) },
    { name: 'Photo store', run: () => around.checkStorage(config) },
    { name: 'Mail', run: () => around.checkMail(config, mail) },
    { name: 'Payment key', run: () => checkPaymentKey(config) },
    { name: 'Payment webhook', run: () => checkWebhook(config) },
    { name: 'Timestamps', run: () => around.checkTimestamps(config) },
    { name: 'Register of doctors', run: () => around.checkDoctorRegister(config) },
    { name: 'Sign-in of professionals', run: () => around.checkOpenId(config) },
    { name: 'Clock', run: () => around.checkClock(config, 'https://api.stripe.com') },
    { name: 'Disk', run: () => around.checkDisk(config) },
    { name: 'Address', run: () => around.checkAddress(config) },
    { name: 'Backup', run: () => around.checkBackup(config, isElsewhere) },
  ];
}
