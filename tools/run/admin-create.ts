import { parseArgs } from 'node:util';
import { pino } from 'pino';
import * as z from 'zod';
import { registerDomains } from '#server/app.ts';
import { appointAdmin, LINK_MIN, OtherRole } from '#server/domains/identity/index.ts';
import { readConfig } from '#server/platform/config/read-config.ts';
import { createPlatform } from '#server/platform/create-platform.ts';
import { main, say, SetupError } from '../setup/say.mjs';
import { runningDatabase } from './database.ts';
import { dataDir } from './project.ts';
import { reachedAt } from './variables.ts';

/**
 * npm run admin:create -- --email ada@example.org [--name "Ada Martin"] [--language fr]
 *
 * Makes an administrator in the database of a running Flaira, and prints a link that sets the password. The first
 * sign-in then requires a second factor. Run it again to restore access for an administrator who has lost their
 * password or second factor.
 */
const Options = z.object({
  email: z.email(),
  name: z.string().trim().min(1).max(100).optional(),
  language: z.enum(['en', 'fr']).default('en'),
});

await main(async () => {
  const { values } = parseArgs({
    options: { email: { type: 'string' }, name: { type: 'string' }, language: { type: 'string' } },
  });
  const { data: asked } = Options.safeParse(values);
  if (!asked)
    throw new SetupError('Say who: npm run admin:create -- --email ada@example.org --name "Ada Martin" --language fr');
  const { email, language, name = email.split('@', 1)[0] ?? email } = asked;
  const { address } = reachedAt();
  const config = readConfig({ ...process.env, ...runningDatabase(dataDir), PUBLIC_URL: address, DATA_DIR: dataDir });
  const platform = createPlatform(config, { log: pino({ level: 'silent' }) });
  registerDomains(platform.context);
  try {
    const { path, isNew, wasSuspended } = await appointAdmin(platform.context, { email, name, language });
    say(
      isNew
        ? `${email} is an administrator now.`
        : `${email} is an administrator. Password, second factor and sessions have ended.`,
    );
    if (wasSuspended) say('The account was suspended. The suspension has ended, and an email tells the administrator.');
    say(
      `Open this link within ${LINK_MIN} minutes to choose a password. It works once.\n\n${address}${language === 'fr' ? '/fr' : ''}${path}\n`,
    );
  } catch (error) {
    if (error instanceof OtherRole)
      throw new SetupError(
        `${email} belongs to a patient or a practitioner. Choose another address for the administrator.`,
      );
    if (['ENOENT', 'ECONNREFUSED'].includes((error as { code?: string }).code ?? ''))
      throw new SetupError('The database does not answer. Start Flaira, then run this again.');
    throw error;
  } finally {
    await platform.context.db.destroy();
    await platform.context.system.destroy();
  }
});
