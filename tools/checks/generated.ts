import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dumpSchema } from '#server/platform/db/dump-schema.ts';
import { startTemporary } from '#server/platform/db/embedded/temporary.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import writeOpenApi from '#server/platform/http/openapi.ts';
import { readClinicalDataset } from '../clinical/dataset.ts';
import { writeClinical } from '../clinical/document.ts';
import { writeDataMap } from '../data-map/data-map.ts';
import { REPORT, writeReport } from '../compliance/report.ts';
import { readPackages, writeLicences } from './licences.ts';
import { root } from '../run/project.ts';

export interface GeneratedFile {
  /** Path from the root of the project. */
  readonly path: string;
  readonly text: string;
}

/** Returns every committed file that is generated from other files, with its correct content. */
export async function generated(): Promise<GeneratedFile[]> {
  const tables = await schema();
  return [
    { path: 'server/generated/schema.sql', text: tables },
    { path: 'docs/clinical.md', text: writeClinical(readClinicalDataset()) },
    { path: 'docs/data-map.md', text: writeDataMap(tables) },
    { path: 'docs/licences.md', text: writeLicences(readPackages(root)) },
    { path: REPORT, text: writeReport(new Date().toISOString().slice(0, 10)) },
    { path: 'server/generated/openapi.json', text: await writeOpenApi() },
  ];
}

/** Returns the names of the committed files that are out of date. */
export async function staleFiles(): Promise<string[]> {
  const isStale = ({ path, text }: GeneratedFile): boolean =>
    !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text;
  return (await generated()).filter(isStale).map(({ path }) => path);
}

/** Returns the schema of an empty database after all migrations. */
async function schema(): Promise<string> {
  const postgres = await startTemporary();
  try {
    await migrate(postgres.ownerUrl);
    return await dumpSchema(postgres.ownerUrl);
  } finally {
    await postgres.stop();
  }
}
