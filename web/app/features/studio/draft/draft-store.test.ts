import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noMarkings } from '#contract/markings.ts';
import type { Draft, Recipes } from '#contract/drafts.ts';
import { type GivenScores, ScoreNames } from '#contract/skin-score.ts';
import { contentOf, isOutdated, sameScores, savable } from './draft.ts';
import { DraftStore } from './draft-store.ts';
import type { SaveOutcome } from './draft-saver.ts';
import type { Treatment } from './recipes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

// The masseter has no preset. Its doses in the three styles are therefore 0.6, 1 and 1.4 times the set dose.
const masseter: Treatment = {
  id: 'masseter',
  group: 'toxin',
  unit: 'U',
  isSided: true,
  max: 50,
  step: 1,
  fineStep: 0.5,
};
const recipe = (masseter: number) => ({ version: 1 as const, treatments: { masseter } });
const presets: Recipes = { natural: recipe(6), harmonious: recipe(10), glamour: recipe(14) };
const draft: Draft = {
  version: 3,
  style: 'harmonious',
  recipes: presets,
  plan: { note_to_patient: '', items: [], valid_months: 6 },
  markings: noMarkings(),
  saved_at: '2026-11-18T10:00:00Z',
};
const someScores = Object.fromEntries(
  ScoreNames.map((name) => [name, { value: 70, measured: 70 }]),
) as unknown as GivenScores;
const open = (...answers: SaveOutcome[]) =>
  new DraftStore({
    draft,
    photos: [],
    skin: null,
    asked: presets,
    presets,
    treatments: [masseter],
    save: async () => answers.shift() ?? { kind: 'stored', version: 4, at: '2026-11-18T10:06:00Z' },
  });

test('moving a slider changes only the drawing and does not notify the rest of the page', () => {
  const store = open();
  const seen: Recipes[] = [];
  let told = 0;
  store.onLive(() => seen.push(store.live));
  store.subscribe(() => (told += 1));
  store.preview(masseter, 20);
  store.preview(masseter, 30);
  expect(seen.map(({ glamour }) => glamour.treatments.masseter)).toEqual([28, 42]);
  expect(told).toBe(0);
  expect(store.snapshot().content.recipes).toBe(presets);
  store.setDose(masseter, 20);
  expect(told).toBe(1);
  expect(store.snapshot()).toMatchObject({ canUndo: true, save: { status: { kind: 'waiting' } } });
});

test('undo restores drawing and draft, and is saved like any other change', async () => {
  const store = open();
  store.setDose(masseter, 20);
  store.undo();
  expect(store.live).toBe(presets);
  expect(store.snapshot()).toMatchObject({ canUndo: false, canRedo: true });
  await vi.advanceTimersByTimeAsync(700);
  expect(store.snapshot().save.status.kind).toBe('saved');
});

test('after a conflict, the doctor’s changes are applied to the newer version and can be undone', async () => {
  const store = open({ kind: 'outdated' });
  store.setDose(masseter, 20);
  await vi.advanceTimersByTimeAsync(700);
  const theirs: Draft = {
    ...draft,
    version: 7,
    plan: { note_to_patient: 'From the other window', items: [], valid_months: 6 },
  };
  store.takeOver(theirs, null, true);
  expect(store.snapshot().content.plan.note_to_patient).toBe('From the other window');
  expect(store.live.harmonious.treatments.masseter).toBe(20);
  expect(store.snapshot().save).toMatchObject({ version: 7, status: { kind: 'waiting' } });
});

test('after the doctor discards the unsaved changes, nothing is left to save', async () => {
  const store = open({ kind: 'outdated' });
  store.setDose(masseter, 20);
  await vi.advanceTimersByTimeAsync(700);
  store.takeOver({ ...draft, version: 7 }, null, false);
  expect(store.live.harmonious.treatments.masseter).toBe(10);
  expect(store.snapshot().save.status.kind).toBe('saved');
});

test('a newer version of the draft is loaded at once if nothing is unsaved, and never replaces unsaved work', () => {
  const newer: Draft = {
    ...draft,
    version: 7,
    plan: { note_to_patient: 'From the other window', items: [], valid_months: 6 },
  };
  const clean = open();
  clean.meet(newer, null);
  expect(clean.snapshot()).toMatchObject({ content: { plan: newer.plan }, save: { version: 7 } });
  const dirty = open();
  dirty.setDose(masseter, 20);
  dirty.meet(newer, null);
  expect(dirty.live.harmonious.treatments.masseter).toBe(20);
  expect(dirty.snapshot().save.version).toBe(3);
});

test('a newer skin score for the same draft version is loaded if nothing is unsaved, and can be undone', () => {
  const theirs = { photo_id: 'front', corrections: {}, given: someScores };
  const clean = open();
  clean.meet(draft, theirs);
  expect(clean.snapshot()).toMatchObject({
    content: { skin: theirs },
    save: { version: 3, status: { kind: 'saved' } },
  });
  const met = clean.snapshot();
  // The service returns the keys in another order. That is the same score.
  const reversed = Object.fromEntries(Object.entries(someScores).reverse()) as unknown as GivenScores;
  clean.meet(draft, { ...theirs, given: reversed });
  expect(clean.snapshot()).toBe(met);
  clean.meet({ ...draft, version: 2 }, null);
  expect(clean.snapshot().content.skin).toEqual(theirs);
  clean.undo();
  expect(clean.snapshot().content.skin).toBeNull();

  const dirty = open();
  dirty.setDose(masseter, 20);
  dirty.meet(draft, theirs);
  expect(dirty.snapshot().content.skin).toBeNull();
});

const stroke = { mode: 'protect' as const, radius: 0.02, points: [[0.5, 0.5] as [number, number]] };
const photosOf = (front: string) => [
  { id: front, pose: 'front' as const },
  { id: 'right-1', pose: 'right' as const },
];
const brushOf = ({ content }: ReturnType<DraftStore['snapshot']>) => [
  content.markings.poses.front.brush.length,
  content.markings.poses.right.brush.length,
];

test('markings of a replaced photo do not return by undo, by an earlier version or by a merge', async () => {
  const store = open({ kind: 'outdated' });
  store.setPhotos(photosOf('front-1'), 3);
  store.setPoseMarks('front', { brush: [stroke] });
  store.setPoseMarks('right', { brush: [stroke] });
  expect(store.snapshot().content.markings.poses.front.photo_id).toBe('front-1');
  const { markings } = store.snapshot().content;
  await vi.advanceTimersByTimeAsync(700);
  expect(store.snapshot().save.status.kind).toBe('outdated');

  // The patient's new front photo made a newer version, without marks on the front photo.
  const cleared = { ...markings, poses: { ...markings.poses, front: noMarkings().poses.front } };
  store.setPhotos(photosOf('front-2'), 7);
  store.takeOver({ ...draft, version: 7, markings: cleared }, null, true);
  expect(brushOf(store.snapshot())).toEqual([0, 1]);
  for (let steps = 0; steps < 5 && store.snapshot().canUndo; steps++) {
    store.undo();
    expect(store.snapshot().content.markings.poses.front.brush).toEqual([]);
  }
  store.restore({ ...draft, markings });
  expect(brushOf(store.snapshot())).toEqual([0, 1]);
  store.setPoseMarks('front', { brush: [stroke] });
  expect(store.snapshot().content.markings.poses.front.photo_id).toBe('front-2');
});

test('a merge keeps another window’s markings on the new photo, and cleared markings name no photo', async () => {
  const store = open({ kind: 'outdated' });
  store.setPhotos(photosOf('front-1'), 3);
  store.setPoseMarks('front', { brush: [stroke, stroke] });
  await vi.advanceTimersByTimeAsync(700);
  const theirs = { ...noMarkings().poses.front, brush: [stroke], photo_id: 'front-2' };
  const markings = { ...noMarkings(), poses: { ...noMarkings().poses, front: theirs } };
  store.setPhotos(photosOf('front-2'), 7);
  store.takeOver({ ...draft, version: 7, markings }, null, true);
  expect(store.snapshot().content.markings.poses.front).toEqual(theirs);
  store.setPoseMarks('front', { brush: [] });
  expect(store.snapshot().content.markings.poses.front).toEqual(noMarkings().poses.front);
});

test('a list of photos that is older than the page’s list is ignored', () => {
  const store = open();
  store.setPhotos(photosOf('front-2'), 3);
  store.setPoseMarks('front', { brush: [stroke] });
  store.setPhotos(photosOf('front-1'), 2);
  expect(brushOf(store.snapshot())).toEqual([1, 0]);
  store.setPhotos(photosOf('front-3'), 3);
  expect(brushOf(store.snapshot())).toEqual([0, 0]);
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

test('undo works across a reload, and the last change before the reload is not lost', async () => {
  const keeper = aKeeper();
  const sent: number[] = [];
  const save = async ({ recipes }: { recipes: Recipes }): Promise<SaveOutcome> => {
    sent.push(recipes.harmonious.treatments.masseter as number);
    return { kind: 'stored', version: 3 + sent.length, at: '2026-11-18T10:06:00Z' };
  };
  const before = new DraftStore({
    draft,
    photos: [],
    skin: null,
    asked: presets,
    presets,
    treatments: [masseter],
    save,
    keeper,
  });
  before.setDose(masseter, 20);
  await vi.advanceTimersByTimeAsync(700);
  before.setDose(masseter, 30);
  // The page closes before the second change is sent.
  before.stop();
  const onServer: Draft = {
    ...draft,
    version: 4,
    recipes: { natural: recipe(12), harmonious: recipe(20), glamour: recipe(28) },
  };
  const after = new DraftStore({
    draft: onServer,
    photos: [],
    skin: null,
    asked: presets,
    presets,
    treatments: [masseter],
    save,
    keeper: aKeeper(keeper.kept.text),
  });
  expect(after.live.harmonious.treatments.masseter).toBe(30);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual([20, 30]);
  after.undo();
  after.undo();
  expect(after.live.harmonious.treatments.masseter).toBe(10);
  after.redo();
  expect(after.live.harmonious.treatments.masseter).toBe(20);
});

test('after the signature the storage of the tab contains no part of the draft', () => {
  const keeper = aKeeper();
  const store = new DraftStore({
    draft,
    photos: [],
    skin: null,
    asked: presets,
    presets,
    treatments: [masseter],
    save: async () => ({ kind: 'closed' }),
    keeper,
  });
  store.setDose(masseter, 20);
  expect(keeper.kept.text).not.toBeNull();
  store.forgetJournal();
  store.setDose(masseter, 25);
  expect(keeper.kept.text).toBeNull();
});

test('the doctor’s skin scores can be undone, and stay when an earlier version of the draft is restored', async () => {
  const kept: unknown[] = [];
  const store = new DraftStore({
    draft,
    photos: [],
    skin: null,
    asked: presets,
    presets,
    treatments: [masseter],
    save: async (content, _version, stored) => {
      if (!sameScores(content.skin, stored.skin)) kept.push(content.skin?.given ?? null);
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

test('a draft that was made with an earlier clinical dataset is saved as soon as it opens', async () => {
  const save = vi.fn<() => Promise<SaveOutcome>>(async () => ({
    kind: 'stored',
    version: 4,
    at: '2026-11-18T10:06:00Z',
  }));
  const start = { draft, photos: [], skin: null, asked: presets, presets, treatments: [masseter], save };
  const current = savable(contentOf(draft, presets, [masseter], null));
  const outdated = (one: typeof draft) => isOutdated(one, null);
  expect([outdated(draft), outdated({ ...draft, ...current }), outdated({ ...draft, saved_at: null })]).toEqual([
    true,
    false,
    false,
  ]);
  const kept = new DraftStore({ ...start, isOutdated: false });
  await vi.advanceTimersByTimeAsync(1000);
  expect([save.mock.calls.length, kept.snapshot().save.version]).toEqual([0, 3]);
  const renewed = new DraftStore({ ...start, isOutdated: true });
  await vi.advanceTimersByTimeAsync(1000);
  expect([save.mock.calls.length, renewed.snapshot().save.version]).toEqual([1, 4]);
});

test('every new, saved, restored or merged recipe contains the current calibration', async () => {
  const calibration = { number: 3, v0: { masseter: 40 } };
  const save = vi.fn<() => Promise<SaveOutcome>>(async () => ({
    kind: 'stored',
    version: 4,
    at: '2026-11-18T10:06:00Z',
  }));
  const start = { draft, photos: [], skin: null, asked: presets, presets, treatments: [masseter], save };
  expect(isOutdated({ ...draft, ...savable(contentOf(draft, presets, [masseter], null)) }, calibration)).toBe(true);
  const store = new DraftStore({ ...start, calibration });
  const carried = () => Object.values(store.snapshot().content.recipes).map((recipe) => recipe.calibration?.number);
  expect(carried()).toEqual([3, 3, 3]);
  store.restore({ ...draft, version: 1 });
  expect(carried()).toEqual([3, 3, 3]);
  store.takeOver({ ...draft, version: 5 }, null, false);
  expect(carried()).toEqual([3, 3, 3]);
  expect(savable(store.snapshot().content).recipes.natural.calibration).toEqual(calibration);
  // The store `back` has no calibration, so it uses the dataset's own dose-response table. The store `read` is the
  // store of a read-only page.
  const old = { ...draft, recipes: store.snapshot().content.recipes };
  const back = new DraftStore({ ...start, draft: old, calibration: null });
  expect(back.snapshot().content.recipes.natural.calibration).toBeUndefined();
  const read = new DraftStore({ ...start, draft: old });
  expect(read.snapshot().content.recipes.natural.calibration).toEqual(calibration);
});
