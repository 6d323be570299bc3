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

test('an interrupted creation of the demo data is told apart from none and from a completed one', async () => {
  expect(await areDemoDataHalfMade(url)).toBe(false);
  await beginDemoData(url);
  await world.patient({ email: 'alice@flaira.example' });
  expect(await areDemoDataHalfMade(url)).toBe(true);
  expect(await areDemoDataThere(url)).toBe(false);
  await noteDemoData(url);
  expect(await areDemoDataHalfMade(url)).toBe(false);
});

test('if other people have accounts, the demo data never count as incomplete', async () => {
  await beginDemoData(url);
  await world.patient({ email: 'somebody@example.com' });
  expect(await areDemoDataHalfMade(url)).toBe(false);
});

test('creating demo data beside existing accounts never counts as an interrupted first creation', async () => {
  await world.patient({ email: 'alice@flaira.example' });
  await beginDemoData(url);
  expect(await areDemoDataHalfMade(url)).toBe(false);
});

test('the marks of demo data that an earlier release made are still understood', async () => {
  await asOwner('create schema demo; create table demo.made (recipe text primary key)');
  expect(await areDemoDataHalfMade(url)).toBe(false);
  await beginDemoData(url);
  expect(await areDemoDataThere(url)).toBe(false);
});
