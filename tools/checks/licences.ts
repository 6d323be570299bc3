import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

export interface Package {
  readonly name: string;
  readonly version: string;
  /** SPDX expression, or UNKNOWN. */
  readonly licence: string;
  /** Used only for building and testing. */
  readonly isTool: boolean;
}

/**
 * Licences that a proprietary product may use. LGPL is accepted because of libvips, which sharp links at run time. MPL
 * is accepted because the files of such packages stay separate and unchanged.
 */
const ACCEPTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
]);

/** Returns whether an SPDX expression is accepted. For AND, every part must be accepted. For OR, one part is enough. */
export function isAccepted(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, '');
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((licence) => ACCEPTED.has(licence.trim())));
}

/**
 * Returns every package of the lockfile by name and version, including those of other platforms. If the lockfile does
 * not name the licence of a package, it is read from the package itself.
 */
export function readPackages(root: string): Package[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const found = Object.entries(lock.packages).flatMap(([path, locked]) => {
    if (path === '') return [];
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const licence = locked.license ?? licenceInside(join(root, path)) ?? 'UNKNOWN';
    return [{ name, version: locked.version ?? '', licence, isTool: locked.dev === true }];
  });
  const unique = new Map(found.map((item) => [`${item.name}@${item.version}`, item]));
  return [...unique.values()].sort((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1,
  );
}

/** Returns the licence that a package itself names. Old packages name it in other ways, or only in a file. */
function licenceInside(folder: string): string | undefined {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8')) as {
    license?: string | { type?: string };
    licenses?: readonly { type?: string }[];
  };
  if (typeof license === 'string') return license;
  return license?.type ?? licenses?.[0]?.type ?? licenceInText(folder);
}

function licenceInText(folder: string): string | undefined {
  const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'COPYING'].map((name) => join(folder, name)).find(existsSync);
  const text = file ? readFileSync(file, 'utf8') : '';
  return /Permission is hereby granted, free of charge/.test(text) ? 'MIT' : undefined;
}

/** Files copied from packages that are not in the lockfile. */
const copied = `## Copied files

| file | taken from | licence |
|---|---|---|
| web/app/features/questionnaire/flags.svg | country-flag-icons 1.6.20 | MIT, with its text in the file |
`;

/** The text of docs/licences.md. */
export function writeLicences(packages: readonly Package[]): string {
  const section = (title: string, isTool: boolean): string => {
    const rows = packages.filter((item) => item.isTool === isTool);
    const lines = rows.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
    return `## ${title}\n\n| package | version | licence |\n|---|---|---|\n${lines.join('\n')}\n`;
  };
  return `# Licences

Every package of the lockfile with its licence. Made by npm run generate; do not edit. \`tools/checks/licences.test.ts\` fails on a licence that
\`tools/checks/licences.ts\` does not accept.

${section('In the product', false)}
${section('For building and testing only', true)}
${copied}`;
}
