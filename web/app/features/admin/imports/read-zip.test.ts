import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { placeOf, readManifest } from './match-photos.ts';
import { entryFault, isClutter, listEntries, unpack, ZIP_MOST } from './read-zip.ts';

const zipOf = (files: Record<string, Uint8Array>, level: 0 | 6 = 6): Blob =>
  new Blob([new Uint8Array(zipSync(files, { level }))]);
const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: { fault?: unknown }) => error.fault,
  );

/**
 * Changes one field in every entry of the ZIP file's central directory. `at` is the offset of the field in the entry,
 * and the value has four bytes.
 */
async function withField(zip: Blob, at: number, value: number): Promise<Blob> {
  const bytes = new DataView(await zip.arrayBuffer());
  for (let from = 0; from + 46 < bytes.byteLength; from += 1)
    if (bytes.getUint32(from, true) === 0x02014b50) bytes.setUint32(from + at, value, true);
  return new Blob([bytes.buffer]);
}

test('the files of an archive are listed and unpacked unchanged', async () => {
  const zip = zipOf({
    'a/2024-05-03.jpg': strToU8('photo'.repeat(100)),
    'b.txt': new Uint8Array([1, 2, 3]),
    'c/': new Uint8Array(),
  });
  const entries = await listEntries(zip);
  expect(entries.map(({ name, size }) => [name, size])).toEqual([
    ['a/2024-05-03.jpg', 500],
    ['b.txt', 3],
  ]);
  expect(await (await unpack(zip, entries[0]!)).text()).toBe('photo'.repeat(100));
});

test.each([
  ['../a.jpg', 'path'],
  ['a/../../b.jpg', 'path'],
  ['/etc/a.jpg', 'path'],
  ['C:/a.jpg', 'path'],
  ['a\\b.jpg', 'path'],
  ['a//b.jpg', 'path'],
  ['a.b..jpg', null],
])('an archive entry with the name %s has the fault %s', (name, fault) => {
  expect(entryFault({ name, size: 10, packed: 10, method: 0, isEncrypted: false, checksum: 0, offset: 0 })).toBe(fault);
});

test('an archive entry is refused before unpacking if it is encrypted, too big, or compressed too much or unusually', () => {
  const entry = { name: 'a.jpg', size: 1000, packed: 900, method: 8, isEncrypted: false, checksum: 0, offset: 0 };
  expect(entryFault({ ...entry, isEncrypted: true })).toBe('encrypted');
  expect(entryFault({ ...entry, method: 12 })).toBe('method');
  expect(entryFault({ ...entry, size: ZIP_MOST.entry_mb * 1024 * 1024 + 1 })).toBe('entry_too_big');
  expect(entryFault({ ...entry, size: 20_000_000, packed: 20_000 })).toBe('bomb');
});

test('unpacking an archive entry stops at its stated size if the entry is larger', async () => {
  const zip = zipOf({ 'a.jpg': new Uint8Array(2_000_000) });
  const honest = await listEntries(zip);
  expect(await faultOf(unpack(zip, honest[0]!))).toBe('bomb');
  const lying = await withField(zip, 24, 90_000);
  expect(await faultOf(unpack(lying, (await listEntries(lying))[0]!))).toBe('bomb');
});

test('a file that is not an archive, or a damaged archive, is refused with the reason', async () => {
  expect(await faultOf(listEntries(new Blob(['hello'])))).toBe('not_zip');
  const zip = zipOf({ 'a.jpg': strToU8('photo'.repeat(100)) });
  const away = await withField(zip, 42, 5000);
  expect(await faultOf(unpack(away, (await listEntries(away))[0]!))).toBe('broken');
});

test('a photo with damaged bytes of the right size is refused', async () => {
  const bytes = new Uint8Array(await zipOf({ 'a.jpg': strToU8('photo'.repeat(100)) }, 0).arrayBuffer());
  const intact = new Blob([bytes]);
  const [entry] = await listEntries(intact);
  expect(await (await unpack(intact, entry!)).text()).toBe('photo'.repeat(100));
  bytes[100]! ^= 1;
  expect(await faultOf(unpack(new Blob([bytes]), entry!))).toBe('broken');
});

test('the patient and the date of a photo are read from the file name or from the manifest', () => {
  const place = (name: string) => {
    const found = placeOf(name, null);
    return typeof found === 'string' ? found : [found.patient, found.taken_on, found.pose];
  };
  expect(place('P-1043_2024-05-03.jpg')).toEqual(['P-1043', '2024-05-03', undefined]);
  expect(place('anna@example.org/2024-05-03 left.jpg')).toEqual(['anna@example.org', '2024-05-03', 'left']);
  expect(place('photos/anna@example.org_20240503_profil droit.jpg')).toEqual([
    'anna@example.org',
    '2024-05-03',
    'right',
  ]);
  expect(place('IMG_1234.jpg')).toBe('no_date');
  expect(place('2024-05-03.jpg')).toBe('no_patient');
  expect(place('P1_2024-13-03.jpg')).toBe('no_date');
  const manifest = readManifest(
    strToU8('File;Patient;taken_on;consent_reference\nx.jpg;P1;2024-05-03;C 7\ny.jpg;;2024-05-03;\n'),
  );
  expect(placeOf('in/x.jpg', manifest)).toEqual({
    patient: 'P1',
    taken_on: '2024-05-03',
    pose: undefined,
    consent_reference: 'C 7',
  });
  expect(placeOf('y.jpg', manifest)).toBe('no_patient');
  expect(placeOf('z.jpg', manifest)).toBe('not_in_manifest');
  expect(readManifest(strToU8('a,b\n1,2'))).toBeNull();
  expect([isClutter('__MACOSX/a'), isClutter('a/.DS_Store'), isClutter('a.jpg')]).toEqual([true, true, false]);
});
