import pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { aWorld, type World } from '../../server/test/world.ts';
import { areDemoDataHalfMade, areDemoDataThere, beginDemoData, noteDemoData } from './mark.ts';

let world: World;
let url: string;
beforeEach(async () => {
  world = await aWorld();
  url = world.config.ownerUrl;
});

const asOwner = async (statement: string): Promise<void> => {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query(statement).finally(() => owner.end());
};

test('a making that was stopped is told from none, and from one that came to its end', async () => {
  expect(await areDemoDataHalfMade(url)).toBe(false);
  await beginDemoData(url);
  await world.patient({ email: 'alice@flaira.example' });
  expect(await areDemoDataHalfMade(url)).toBe(true);
  expect(await areDemoDataThere(url)).toBe(false);
  await noteDemoData(url);
  expect(await areDemoDataHalfMade(url)).toBe(false);
});

test('where somebody else has an account nothing counts as half made, whatever was begun', async () => {
  await beginDemoData(url);
  await world.patient({ email: 'somebody@example.com' });
  expect(await areDemoDataHalfMade(url)).toBe(false);
});

test('a making over what is there already is never taken for a first one', async () => {
  await world.patient({ email: 'alice@flaira.example' });
  await beginDemoData(url);
  expect(await areDemoDataHalfMade(url)).toBe(false);
});

test('marks from before there was a beginning are read as they were', async () => {
  await asOwner('create schema demo; create table demo.made (recipe text primary key)');
  expect(await areDemoDataHalfMade(url)).toBe(false);
  await beginDemoData(url);
  expect(await areDemoDataThere(url)).toBe(false);
});
