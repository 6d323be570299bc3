import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noMarkings } from '#contract/markings.ts';
import type { Draft, Recipes } from '#contract/drafts.ts';
import { type GivenScores, ScoreNames } from '#contract/skin-score.ts';
import { sameScores } from './draft.ts';
import { DraftStore } from './draft-store.ts';
import type { SaveOutcome } from './draft-saver.ts';
import type { Treatment } from './recipes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lips: Treatment = { id: 'lips', group: 'filler', unit: 'mL', isSided: false, max: 3, step: 0.1, fineStep: 0.05 };
const recipe = (lipsDose: number) => ({ version: 1 as const, treatments: { lips: lipsDose } });
const presets: Recipes = { natural: recipe(0.5), harmonious: recipe(1), glamour: recipe(2) };
const draft: Draft = {
  version: 3,
  style: 'harmonious',
  recipes: presets,
  plan: { note_to_patient: '', items: [], valid_months: 6 },
  markings: noMarkings(),
  saved_at: '2026-11-18T10:00:00Z',
};
const someScores = Object.fromEntries(ScoreNames.map((name) => [name, { value: 70, measured: 70 }])) as GivenScores;
const open = (...answers: SaveOutcome[]) =>
  new DraftStore({
    draft,
    skin: null,
    presets,
    treatments: [lips],
    save: async () => answers.shift() ?? { kind: 'stored', version: 4, at: '2026-11-18T10:06:00Z' },
  });

test('a moving slider moves the picture and tells the screen nothing', () => {
  const store = open();
  const seen: Recipes[] = [];
  let told = 0;
  store.onLive(() => seen.push(store.live));
  store.subscribe(() => (told += 1));
  store.preview(lips, 1.2);
  store.preview(lips, 1.4);
  expect(seen.map(({ glamour }) => glamour.treatments.lips)).toEqual([2.4, 2.8]);
  expect(told).toBe(0);
  expect(store.snapshot().content.recipes).toBe(presets);
  store.setDose(lips, 1.4);
  expect(told).toBe(1);
  expect(store.snapshot()).toMatchObject({ canUndo: true, save: { status: { kind: 'waiting' } } });
});

test('undo brings picture and draft back, and is saved like any change', async () => {
  const store = open();
  store.setDose(lips, 1.4);
  store.undo();
  expect(store.live).toBe(presets);
  expect(store.snapshot()).toMatchObject({ canUndo: false, canRedo: true });
  await vi.advanceTimersByTimeAsync(700);
  expect(store.snapshot().save.status.kind).toBe('saved');
});

test('after a conflict own changes stand on top of the newer version and can be undone', async () => {
  const store = open({ kind: 'outdated' });
  store.setDose(lips, 1.4);
  await vi.advanceTimersByTimeAsync(700);
  const theirs: Draft = {
    ...draft,
    version: 7,
    plan: { note_to_patient: 'From the other window', items: [], valid_months: 6 },
  };
  store.takeOver(theirs, null, true);
  expect(store.snapshot().content.plan.note_to_patient).toBe('From the other window');
  expect(store.live.harmonious.treatments.lips).toBe(1.4);
  expect(store.snapshot().save).toMatchObject({ version: 7, status: { kind: 'waiting' } });
});

test('dropping own changes leaves nothing to save', async () => {
  const store = open({ kind: 'outdated' });
  store.setDose(lips, 1.4);
  await vi.advanceTimersByTimeAsync(700);
  store.takeOver({ ...draft, version: 7 }, null, false);
  expect(store.live.harmonious.treatments.lips).toBe(1);
  expect(store.snapshot().save.status.kind).toBe('saved');
});

test('a newer version is taken over at once when nothing is unsaved, and never over unsaved work', () => {
  const newer: Draft = {
    ...draft,
    version: 7,
    plan: { note_to_patient: 'From the other window', items: [], valid_months: 6 },
  };
  const clean = open();
  clean.meet(newer, null);
  expect(clean.snapshot()).toMatchObject({ content: { plan: newer.plan }, save: { version: 7 } });
  const dirty = open();
  dirty.setDose(lips, 1.4);
  dirty.meet(newer, null);
  expect(dirty.live.harmonious.treatments.lips).toBe(1.4);
  expect(dirty.snapshot().save.version).toBe(3);
});

function aKeeper(text: string | null = null) {
  const kept = { text };
  return {
    kept,
    read: () => kept.text,
    write: (make: () => string) => void (kept.text = make()),
    settle: () => {},
    forget: () => void (kept.text = null),
  };
}

test('undo reaches behind a reload, and the last moment before it is not lost', async () => {
  const keeper = aKeeper();
  const sent: number[] = [];
  const save = async ({ recipes }: { recipes: Recipes }): Promise<SaveOutcome> => {
    sent.push(recipes.harmonious.treatments.lips as number);
    return { kind: 'stored', version: 3 + sent.length, at: '2026-11-18T10:06:00Z' };
  };
  const before = new DraftStore({ draft, skin: null, presets, treatments: [lips], save, keeper });
  before.setDose(lips, 1.4);
  await vi.advanceTimersByTimeAsync(700);
  before.setDose(lips, 1.6);
  // The page goes before the second change was sent.
  before.stop();
  const onServer: Draft = {
    ...draft,
    version: 4,
    recipes: { natural: recipe(0.7), harmonious: recipe(1.4), glamour: recipe(2.8) },
  };
  const after = new DraftStore({
    draft: onServer,
    skin: null,
    presets,
    treatments: [lips],
    save,
    keeper: aKeeper(keeper.kept.text),
  });
  expect(after.live.harmonious.treatments.lips).toBe(1.6);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual([1.4, 1.6]);
  after.undo();
  after.undo();
  expect(after.live.harmonious.treatments.lips).toBe(1);
  after.redo();
  expect(after.live.harmonious.treatments.lips).toBe(1.4);
});

test('after the signature nothing of the draft stays in the tab', () => {
  const keeper = aKeeper();
  const store = new DraftStore({
    draft,
    skin: null,
    presets,
    treatments: [lips],
    save: async () => ({ kind: 'closed' }),
    keeper,
  });
  store.setDose(lips, 1.4);
  expect(keeper.kept.text).not.toBeNull();
  store.forgetJournal();
  store.setDose(lips, 1.5);
  expect(keeper.kept.text).toBeNull();
});

test('what is said about the skin is undone like any change, and an earlier version leaves it as it is', async () => {
  const kept: unknown[] = [];
  const store = new DraftStore({
    draft,
    skin: null,
    presets,
    treatments: [lips],
    save: async (content, _version, stored) => {
      if (!sameScores(content, stored)) kept.push(content.skin?.given ?? null);
      return { kind: 'stored', version: 3, at: '2026-11-18T10:06:00Z' };
    },
  });
  const tried = { photo_id: 'front', corrections: { pores: 80 }, given: null };
  const given = { ...tried, given: someScores };
  store.setSkin(tried);
  await vi.advanceTimersByTimeAsync(1000);
  expect(kept).toEqual([]);
  store.setSkin(given);
  await vi.advanceTimersByTimeAsync(1000);
  expect(kept).toEqual([someScores]);
  store.restore({ ...draft, style: 'natural' });
  expect(store.snapshot().content).toMatchObject({ style: 'natural', skin: given });
  store.undo();
  store.undo();
  await vi.advanceTimersByTimeAsync(1000);
  expect(kept).toEqual([someScores, null]);
  expect(store.snapshot().content.skin).toEqual(tried);
  store.redo();
  await vi.advanceTimersByTimeAsync(1000);
  expect(kept).toEqual([someScores, null, someScores]);
});
