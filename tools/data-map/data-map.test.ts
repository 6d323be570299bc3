import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultsOfDataMap, readColumns, writeDataMap } from './data-map.ts';

const generated = join(import.meta.dirname, '../../server/generated/schema.sql');
const schema = readFileSync(generated, 'utf8');

test('every table and column has a purpose, and every table a retention period', () => {
  expect(faultsOfDataMap(schema)).toEqual([]);
  expect(readColumns(schema).size).toBeGreaterThan(100);
});

test('the check finds a table or column without a description, and the description of a removed column', () => {
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

test('the data map names the owner of a row, its retention period and the columns of the export', () => {
  const map = writeDataMap(schema);
  expect(map).toContain('| `patient_note` | the patient’s text |');
  expect(map).toMatch(
    /### case_messages\n\n.+Each row belongs to the person of the row in `cases` that `case_id` names\. Retention: until the account is erased\. Export: included without `author_id`, `place`\./,
  );
  expect(map).toMatch(/### invoices\n\n.+Retention: ten years/);
  expect(map).not.toContain('nobody says');
});
