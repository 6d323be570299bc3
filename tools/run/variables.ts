import { readVariables } from '#server/platform/config/variables.mjs';
import { dataDir } from './project.ts';

/** A variable of the configuration for the launcher itself. It is searched in the same places as the service searches. */
export const variable = (name: string): string | undefined =>
  readVariables({ ...process.env, DATA_DIR: dataDir }, [name])[name];

/** The port on which the service listens, and the address at which browsers reach it. */
export function reachedAt(): { readonly port: number; readonly address: string } {
  const port = Number(variable('PORT') ?? 4600);
  return { port, address: variable('PUBLIC_URL')?.replace(/\/$/, '') ?? `http://localhost:${port}` };
}
