import { readVariables } from '#server/platform/config/variables.mjs';
import { dataDir } from './project.ts';

/** Returns a variable of the configuration that the launcher needs. It reads the same sources as the service. */
export const variable = (name: string): string | undefined =>
  readVariables({ ...process.env, DATA_DIR: dataDir }, [name])[name];

/** Returns the port on which the service listens, and the address at which browsers reach it. */
export function reachedAt(): { readonly port: number; readonly address: string } {
  const port = Number(variable('PORT') ?? 4600);
  return { port, address: variable('PUBLIC_URL')?.replace(/\/$/, '') ?? `http://localhost:${port}` };
}
