import { readVariables } from '#server/platform/config/variables.mjs';
import { dataDir } from './project.ts';

/** A variable of the configuration for the launcher itself, found wherever the service would find it. */
export const variable = (name: string): string | undefined =>
  readVariables({ ...process.env, DATA_DIR: dataDir }, [name])[name];

/** Where the service listens, and how browsers reach it. */
export function reachedAt(): { readonly port: number; readonly address: string } {
  const port = Number(variable('PORT') ?? 4600);
  return { port, address: variable('PUBLIC_URL')?.replace(/\/$/, '') ?? `http://localhost:${port}` };
}
