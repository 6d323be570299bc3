import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run/project.ts';
import { ClinicalDataset } from './schema.ts';

const parts = [
  'version',
  'treatments',
  'classes',
  'courses',
  'products',
  'contraindications',
  'intervals',
  'zones',
  'risks',
  'aftercare',
] as const;

/** Returns the files of engine/data/clinical as one object, without checking them. */
export const readClinicalFiles = (): Record<string, unknown> =>
  Object.fromEntries(
    parts.map((part) => [part, JSON.parse(readFileSync(join(root, 'engine/data/clinical', `${part}.json`), 'utf8'))]),
  );

/**
 * Returns the clinical dataset after checking it.
 * @throws a ZodError that names each wrong row
 */
export const readClinicalDataset = (): ClinicalDataset => ClinicalDataset.parse(readClinicalFiles());
