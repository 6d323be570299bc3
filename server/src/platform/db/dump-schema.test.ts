import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { dumpSchema } from './dump-schema.ts';

test('the dump of a schema does not depend on the order in which its tables and types were made', async () => {
  const [one, other] = [await freshDatabase(), await freshDatabase()];
  const parts = [
    'create table zebras (id int primary key, stripes int not null check (stripes > 0))',
    'create table apes (id int primary key, name text not null)',
    "create type mood as enum ('calm', 'loud')",
  ];
  for (const part of parts) await one.owner.query(part);
  for (const part of parts.toReversed()) await other.owner.query(part);

  const text = await dumpSchema(one.ownerUrl);
  expect(await dumpSchema(one.ownerUrl)).toBe(text);
  expect(await dumpSchema(other.ownerUrl)).toBe(text);
});

test('the dump of a schema contains all parts that a review must see', async () => {
  const { owner, ownerUrl } = await freshDatabase();
  await owner.query(`
    create type mood as enum ('calm', 'loud');
    create domain percent as int check (value between 0 and 100);
    create table apes (
      id bigint generated always as identity primary key,
      owner text not null default 'nobody',
      mood mood,
      fed percent,
      shout text generated always as (upper(owner)) stored,
      unique (owner)
    );
    create index apes_fed on apes (fed) where fed > 50;
    call guard_patient_rows('apes');
    create policy own on apes for select to app_user using (owner = request_user_id());
    grant select (id, owner) on apes to app_user;
    create view loud_apes as select id from apes where mood = 'loud'`);
  const text = await dumpSchema(ownerUrl);
  for (const line of [
    "create type mood as enum ('calm', 'loud');",
    'create domain percent as integer CHECK (((VALUE >= 0) AND (VALUE <= 100)));',
    '  id bigint not null generated always as identity',
    "  owner text not null default 'nobody'::text",
    '  shout text generated always as (upper(owner)) stored',
    'alter table apes add constraint apes_owner_key UNIQUE (owner);',
    'CREATE INDEX apes_fed ON apes USING btree (fed) WHERE ((fed)::integer > 50);',
    'alter table apes force row level security;',
    'create policy own on apes for select to app_user using ((owner = request_user_id()));',
    'grant select (id, owner) on apes to app_user;',
    'create view loud_apes as',
    'CREATE OR REPLACE FUNCTION public.request_user_id()',
  ]) {
    expect(text).toContain(line);
  }
});
