import pg from 'pg';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/variables.mjs';

/**
 * Checks both logins before the service starts. The login for jobs must be able to become app_system, and the login for
 * requests must not. Outside production, one login may serve both purposes. The function then returns a warning about
 * the risk, and otherwise null.
 *
 * @throws ConfigError
 */
export async function checkLogins({ databaseUrl, systemUrl, nodeEnv }: Config): Promise<string | null> {
  if (!(await canBecomeSystem(systemUrl)))
    throw new ConfigError('SYSTEM_DATABASE_URL must be the login flaira_system or a member of it.');
  if (!(await canBecomeSystem(databaseUrl))) return null;
  const risk = 'DATABASE_URL can become app_system, which sees every row. It must be flaira_app or a member of it.';
  if (nodeEnv === 'production') throw new ConfigError(risk);
  return risk;
}

async function canBecomeSystem(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, application_name: 'flaira check' });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ can: boolean }>(
      `select pg_has_role(session_user, 'app_system', 'set') as can`,
    );
    return rows[0]?.can ?? false;
  } finally {
    await client.end();
  }
}
