import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultsOfDataMap, readColumns, writeDataMap } from './data-map.ts';

const generated = join(import.meta.dirname, '../../server/generated/schema.sql');
const schema = readFileSync(generated, 'utf8');

test('every table and every column says what it is for and how long it stays', () => {
  expect(faultsOfDataMap(schema)).toEqual([]);
  expect(readColumns(schema).size).toBeGreaterThan(100);
});

test('a new table, a new column and one that is gone are found', () => {
  const one = (columns: string) =>
    faultsOfDataMap(`create table users (\n${columns}\n);\n`).filter((fault) => fault.startsWith('users'));
  expect(one('  id uuid not null,\n  shoe_size integer,\n  "name" text')).toContain(
    'users.shoe_size: nobody says what it is for',
  );
  expect(one('  id uuid not null')).toContain('users.email: there is no such column');
  expect(faultsOfDataMap('create table shoes (\n  id uuid\n);\n')).toContain(
    'shoes: nobody says what the table is for',
  );
});

test('the map says whose a row is, how long it stays and what a copy holds', () => {
  const map = writeDataMap(schema);
  expect(map).toContain('| `patient_note` | the patient’s words |');
  expect(map).toMatch(
    /### case_messages\n\n.+Whose: that of `cases` \(`case_id`\)\. Kept: with the account\. Export: in the copy without `author_id`, `place`\./,
  );
  expect(map).toMatch(/### invoices\n\n.+Kept: ten years/);
  expect(map).not.toContain('nobody says');
});
