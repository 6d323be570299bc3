import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { withStaff, withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aRequested } from '../../../test/an-appointment.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { putIntoInbox } from './history.ts';
import { listInbox } from './inbox.ts';

let world: World;
let people: { patient: SignedIn; admin: SignedIn; colleague: SignedIn };
beforeEach(async () => {
  world = await aWorld();
  people = { patient: await world.patient(), admin: await world.admin(), colleague: await world.admin() };
});
type Who = 'admin' | 'colleague';
const as = (who: Who) => async (procedure: string, input: object) => {
  const { status, json } = await world.browserOf(people[who]).post(`/rpc/${procedure}`, input);
  return { status, json };
};
const admin = as('admin');
const colleague = as('colleague');
const save = async (input: object) => (await admin('admin_save_view', { name: 'Late', filter: {}, ...input })).json;
const list = async (who: Who, place = 'list') => (await as(who)('admin_list_views', { place })).json;
const waiting = { show: 'waiting', assignee: 'mine', kind: 'question' };

test('saved views of the list and of the inbox are listed separately', async () => {
  const late = await save({ filter: { is_overdue: true, country: 'FR' } });
  const mine = await save({ name: 'My questions', inbox: waiting });
  expect(await list('admin')).toEqual([
    { ...late, place: 'list', filter: { is_overdue: true, country: 'FR' }, inbox: null, lost: [], is_mine: true },
  ]);
  expect(await list('admin', 'inbox')).toEqual([{ ...mine, place: 'inbox', filter: {}, inbox: waiting, lost: [] }]);
});

test('saving a view under a used name replaces it on the same page, and is refused on the other page', async () => {
  const first = await save({ filter: { country: 'FR' } });
  const second = await save({ filter: { country: 'BE' } });
  expect(second).toMatchObject({ id: first.id, filter: { country: 'BE' } });
  const { status, json } = await admin('admin_save_view', { name: 'Late', inbox: waiting });
  expect([status, json.code]).toEqual([409, 'VIEW_NAME_TAKEN']);
  const other = await save({ name: 'Other' });
  const renamed = await admin('admin_change_view', { view_id: other.id, name: 'Late' });
  expect([renamed.status, renamed.json.code]).toEqual([409, 'VIEW_NAME_TAKEN']);
});

test('private views of other people are not found by any call', async () => {
  const { id: view_id } = await save({});
  expect(await list('colleague')).toEqual([]);
  const tries = [
    await colleague('admin_change_view', { view_id, name: 'Taken' }),
    await colleague('admin_set_default_view', { place: 'list', view_id }),
    await colleague('admin_delete_view', { view_id }),
  ];
  expect(tries.map(({ status, json }) => [status, json.code])).toEqual(tries.map(() => [404, 'NOT_FOUND']));
  expect(await list('admin')).toMatchObject([{ name: 'Late' }]);
});

test('a shared view belongs to the team: a colleague can rename, change and remove it', async () => {
  const { id: view_id } = await save({ is_shared: true });
  expect(await list('colleague')).toMatchObject([{ id: view_id, is_mine: false, is_shared: true }]);
  const { json } = await colleague('admin_change_view', { view_id, name: 'In France', filter: { country: 'FR' } });
  expect(json).toMatchObject({ name: 'In France', filter: { country: 'FR' }, is_shared: true });
  expect(await list('admin')).toMatchObject([{ name: 'In France', filter: { country: 'FR' }, is_mine: true }]);
  expect((await colleague('admin_delete_view', { view_id })).status).toBe(200);
  expect(await list('admin')).toEqual([]);
});

test('each person has one default view for each page, until that view is deleted', async () => {
  const shared = await save({ is_shared: true });
  const own = await save({ name: 'Own' });
  const inbox = await save({ name: 'Inbox', inbox: waiting });
  await admin('admin_set_default_view', { place: 'list', view_id: shared.id });
  await admin('admin_set_default_view', { place: 'list', view_id: own.id });
  await admin('admin_set_default_view', { place: 'inbox', view_id: inbox.id });
  await colleague('admin_set_default_view', { place: 'list', view_id: shared.id });
  const defaults = async (who: Who, place = 'list') =>
    (await list(who, place))
      .filter((view: { is_default: boolean }) => view.is_default)
      .map(({ id }: { id: string }) => id);
  expect([await defaults('admin'), await defaults('admin', 'inbox'), await defaults('colleague')]).toEqual([
    [own.id],
    [inbox.id],
    [shared.id],
  ]);
  expect((await admin('admin_set_default_view', { place: 'inbox', view_id: own.id })).status).toBe(404);
  await admin('admin_set_default_view', { place: 'list', view_id: null });
  await admin('admin_delete_view', { view_id: shared.id });
  expect([await defaults('admin'), await defaults('colleague')]).toEqual([[], []]);
});

test("search words are not stored, and a name that contains a patient's name is refused", async () => {
  const id = await aRequested(world, people);
  await withSystem(world.system, (tx) =>
    tx
      .updateTable('appointments')
      .set({ patient_full_name: 'Élise Marchand', patient_email: 'elise@example.org' } as object)
      .where('id', '=', id)
      .execute(),
  );
  expect(await save({ filter: { search: 'marchand', country: 'FR' } })).toMatchObject({
    filter: { country: 'FR' },
    lost: [],
  });
  const stored = await world.database.owner.query('select filter from appointment_views');
  expect(stored.rows).toEqual([{ filter: { country: 'FR' } }]);
  for (const name of ['Calls with élise MARCHAND', 'elise@example.org'])
    expect(await admin('admin_save_view', { name, filter: {} })).toMatchObject({
      status: 422,
      json: { code: 'VIEW_NAMES_PATIENT' },
    });
  const [view] = await list('admin');
  const renamed = await admin('admin_change_view', { view_id: view.id, name: 'Élise Marchand' });
  expect([renamed.status, renamed.json.code]).toEqual([422, 'VIEW_NAMES_PATIENT']);
});

test('a saved filter that no longer exists is left out and named, and the rest of the view applies', async () => {
  const { id } = await save({ filter: { country: 'FR' } });
  const { id: inboxId } = await save({ name: 'Inbox', inbox: waiting });
  const put = (view: string, filter: object) =>
    world.database.owner.query('update appointment_views set filter = $2 where id = $1', [
      view,
      JSON.stringify(filter),
    ]);
  await put(id, {
    country: 'FR',
    status: 'on_the_moon',
    search: 'marchand',
    coordinator: randomUUID(),
    provider_id: randomUUID(),
    requested_from: 'yesterday',
    ward: 7,
  });
  await put(inboxId, { show: 'snoozed', assignee: 'everybody', kind: 'from_the_moon' });
  expect(await list('admin')).toMatchObject([
    { filter: { country: 'FR' }, lost: ['status', 'search', 'assignee', 'provider', 'days', 'other'] },
  ]);
  expect(await list('admin', 'inbox')).toMatchObject([
    { inbox: { show: 'snoozed', assignee: 'all' }, lost: ['assignee', 'kind'] },
  ]);
});

test('the inbox is listed and counted by kind', async () => {
  const id = await aRequested(world, people);
  await withStaff(world.db, people.admin.userId, (tx) => putIntoInbox(world, tx, id, 'question'));
  const {
    rows,
    shown,
    waiting: all,
  } = await listInbox(world, people.admin, {
    limit: 50,
    is_handled: false,
    kind: 'question',
  });
  expect([rows.map(({ kind }) => kind), shown, all]).toEqual([['question'], 1, 2]);
});
