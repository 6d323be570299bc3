import { expect, test } from 'vitest';
import { cellsOf, guessDateOrder, guessMapping, readCsv } from './read-csv.ts';

const latin = (text: string) => new Uint8Array([...text].map((letter) => letter.codePointAt(0) ?? 0));
const fileOf = (bytes: BlobPart) => new File([bytes], 'patients.csv');
const faultOf = (file: File): Promise<unknown> =>
  readCsv(file).then(
    () => null,
    (error: { fault?: unknown }) => error.fault,
  );

test('a French sheet with semicolons, Windows-1252, quoted line ends and empty lines can be read', async () => {
  const file = await readCsv(
    fileOf(
      latin(
        'E-mail;Prénom;Nom;Né(e) le;Date du soin\r\na@b.fr;Zoé;"Le ""Grand"";\nx";25/12/1980;\r\n;;;;\r\nc@d.fr;Léa;Roy;01/02/1990;\r\n',
      ),
    ),
  );
  expect(file).toMatchObject({ encoding: 'windows-1252', delimiter: ';' });
  expect(file.rows).toEqual([
    { line: 2, cells: ['a@b.fr', 'Zoé', 'Le "Grand";\nx', '25/12/1980', ''] },
    { line: 4, cells: ['c@d.fr', 'Léa', 'Roy', '01/02/1990', ''] },
  ]);
  const mapping = guessMapping(file.heads);
  expect(mapping).toEqual({ email: 0, first_name: 1, last_name: 2, birth_date: 3, treated_on: 4 });
  expect(guessDateOrder(file, mapping)).toBe('dmy');
  expect(cellsOf(file.rows[1]!, mapping)).toEqual({
    email: 'c@d.fr',
    first_name: 'Léa',
    last_name: 'Roy',
    birth_date: '01/02/1990',
  });
});

test('a corrected file has another hash, even if its name and number of rows are the same', async () => {
  const hashOf = async (text: string) => (await readCsv(fileOf(text))).hash;
  const first = await hashOf('email,name\na@b.fr,Zoé\n');
  expect(await hashOf('email,name\na@b.fr,Zoé\n')).toBe(first);
  expect(await hashOf('email,name\na@b.fr,Zoe\n')).not.toBe(first);
  expect(await hashOf('name,email\nZoé,a@b.fr\n')).not.toBe(first);
});

test('an English sheet with commas and UTF-8 with a byte order mark can be read', async () => {
  const file = await readCsv(
    fileOf('\ufeffEmail,First name,Last name,Date of birth,Batch\na@b.uk,Zoë,Ray,1980-12-25,X\n'),
  );
  expect(file).toMatchObject({ encoding: 'utf-8', delimiter: ',' });
  expect(guessMapping(file.heads)).toEqual({ email: 0, first_name: 1, last_name: 2, birth_date: 3, lot: 4 });
  expect(guessDateOrder(file, guessMapping(file.heads))).toBe('ymd');
});

test('a CSV file that cannot be read is refused with the name of the rule that it breaks', async () => {
  expect(await faultOf(fileOf(''))).toBe('empty');
  expect(await faultOf(fileOf('a,b\n'))).toBe('no_rows');
  expect(await faultOf(fileOf('hello\nthere\n'))).toBe('not_csv');
  expect(await faultOf(fileOf(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0])))).toBe('not_text');
  expect(await faultOf(fileOf(`a,b\n${'1,2\n'.repeat(20_001)}`))).toBe('too_many_rows');
});
