import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { languagesOf } from '../checks/translated-domains.ts';
import { readArrows } from '../fences/arrows.ts';
import { SetupError } from '../setup/say.mjs';
import { domainFiles } from './domain-files.ts';

export interface Made {
  /** Paths relative to the root of the project. */
  readonly files: readonly string[];
  /** The remaining steps, which a person must decide. */
  readonly next: readonly string[];
}

/**
 * Makes the files of a new domain in contract, server and messages, and adds it to `domains.json`. Changes nothing if
 * the name is invalid or taken.
 */
export function makeDomain(root: string, name: string): Made {
  const arrowsFile = join(root, 'tools/domains.json');
  const arrows = readArrows(arrowsFile);
  if (!/^[a-z]+(-[a-z]+)*$/.test(name))
    throw new SetupError('Give the domain a name in kebab-case: npm run new:domain referrals');
  if (arrows.server_domains[name]) throw new SetupError(`There is a domain ${name} already.`);

  const files = new Map([
    ...domainFiles(name),
    ...languagesOf(name).map((language) => [`messages/${language}/${name}.json`, '{}\n'] as const),
  ]);
  const taken = [...files.keys()].find((path) => existsSync(join(root, path)));
  if (taken) throw new SetupError(`${taken} is there already: choose another name, or move it away.`);

  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  addArrow(arrowsFile, name);
  return { files: [...files.keys(), 'tools/domains.json'], next: nextSteps(name) };
}

/** Adds one line after the last domain, and leaves all other lines as they are. */
function addArrow(file: string, name: string): void {
  const text = readFileSync(file, 'utf8');
  const end = text.lastIndexOf(']');
  writeFileSync(file, `${text.slice(0, end + 1)},\n    "${name}": ["identity"]${text.slice(end + 1)}`);
}

const nextSteps = (name: string): readonly string[] => [
  `contract/src/index.ts                  add ${name} to the contract`,
  `server/src/app.ts                      register it, and add its router`,
  `server/migrations                      the next number makes its tables, then: npm run generate`,
  `tools/domains.json                     more arrows, if it needs more than identity`,
  `tools/checks/translated-domains.ts     its name, if patients read its words in eleven languages`,
  `docs/architecture.md                   one line on what it is for`,
];
