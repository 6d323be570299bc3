import { readFileSync } from 'node:fs';

/** Allowed imports between domains, from domains.json. */
export interface Arrows {
  readonly areas: Readonly<Record<string, readonly string[]>>;
  readonly server_domains: Readonly<Record<string, readonly string[]>>;
}

export const readArrows = (file: string): Arrows => JSON.parse(readFileSync(file, 'utf8')) as Arrows;
