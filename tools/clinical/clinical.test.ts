import { expect, test } from 'vitest';
import { readClinicalDataset, readClinicalFiles } from './dataset.ts';
import { writeClinical } from './document.ts';
import { ClinicalDataset } from './schema.ts';

test('the clinical dataset fits its schema', () => {
  expect(() => readClinicalDataset()).not.toThrow();
});

/** Returns a copy of the files with one value changed. */
function changed(path: string, value: unknown): unknown {
  const files = structuredClone(readClinicalFiles());
  const keys = path.split('.');
  const last = keys.pop() as string;
  const parent = keys.reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, files);
  parent[last] = value;
  return files;
}

test.each([
  ['treatments.forehead.max', -1],
  ['treatments.forehead.max', 10],
  ['treatments.forehead.class', 'poison'],
  ['treatments.forehead.zone', 'nowhere'],
  ['treatments.forehead.reference', ''],
  ['treatments.forehead.step', 0.7],
  ['treatments.forehead.usual', [20, 8]],
  ['treatments.forehead.label', 31],
  ['classes.toxin.risks', ['boredom']],
  ['classes.toxin.course.peak_days', 1],
  ['courses.toxin', undefined],
  ['courses.toxin.shares.30', [0.7, 0.6, 1]],
  ['courses.toxin.shares.30', [0.7, 1.05, 1.1]],
  ['courses.toxin.shares.180', [0, 0.1, 0.3]],
  ['courses.fractional.shares.3', [0, 0.1, 0.2]],
  ['courses.filler.shares.14', [0.8, 1, 1.5]],
  ['courses.filler.signs', ['boredom']],
  ['contraindications.herpes.treatments', ['elbow']],
  ['contraindications.pregnancy.level', 'maybe'],
  ['products.ha_soft.class', 'toxin'],
  ['products.ha_soft.usual_for', ['upper_lip', 'lower_lip']],
  ['products.ha_soft.usual_for', ['upper_lip', 'lower_lip', 'tear_trough', 'chin']],
  ['products.ha_soft.alternatives', ['prayer']],
  ['aftercare.no_sport.time', { amount: 0, unit: 'hour' }],
  ['aftercare.no_sport.groups', []],
  ['zones.angular_artery.danger', 'some'],
  ['version.version', 'latest'],
  ['version.reviewed_by', { name: 'Dr A. Review' }],
])('a clinical dataset in which %s is %o is refused', (path, value) => {
  expect(ClinicalDataset.safeParse(changed(path, value)).success).toBe(false);
});

test('the clinical document shows every row of the dataset, and names its reviewer or says that there is none', () => {
  const data = readClinicalDataset();
  const text = writeClinical(data);
  const { treatments, classes, products, contraindications, zones, risks, aftercare, courses } = data;
  for (const table of [treatments, classes, products, contraindications, zones, risks, aftercare, courses])
    for (const name of Object.keys(table)) expect(text).toContain(`| ${name.replaceAll('_', ' ')} |`);
  expect(text).toContain('Not yet reviewed by a clinician');
  const reviewed_by = { name: 'Dr Inès Aubry', registration: '10101234567', date: '2026-11-23' };
  expect(writeClinical({ ...data, version: { ...data.version, reviewed_by } })).toContain('Reviewed by Dr Inès Aubry');
});
