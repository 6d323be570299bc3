import type { Draft, Recipes, Style, TreatmentPlan } from '#contract/drafts.ts';
import type { Calibration } from '#engine/recipe.ts';
import type { Markings, PoseMarks } from '#contract/markings.ts';
import type { PhotoEntry, Pose } from '#contract/intake.ts';
import type { SaveState } from './autosave.ts';
import { contentOf, type DraftContent, mergeDrafts, onPhotos, sameScores, sameToServer } from './draft.ts';
import { DraftSaver, type SaveOutcome } from './draft-saver.ts';
import { endGesture, type History, record, redo, startHistory, undo } from './history.ts';
import { readJournal, resume, writeJournal } from './journal.ts';
import type { JournalKeeper } from './journal-keeper.ts';
import type { SkinJudgement } from '../skin/assessment.ts';
import { calibrated, type Dose, followAgain, type Recipe, resetToPresets, setDose, type Treatment } from './recipes.ts';

export interface DraftSnapshot {
  content: DraftContent;
  canUndo: boolean;
  canRedo: boolean;
  save: SaveState;
}

type Photos = readonly Pick<PhotoEntry, 'id' | 'pose'>[];

interface Start {
  draft: Draft;
  /** The photos of the case. The marks of other photos are left out. */
  photos: Photos;
  skin: SkinJudgement | null;
  /** The recipes of a new draft. They follow the patient's requests. */
  asked: Recipes;
  /** The preset recipes, which a reset restores. */
  presets: Recipes;
  treatments: readonly Treatment[];
  /**
   * The calibration of all recipes. With null, the recipes use the dataset's own dose-response table. With undefined,
   * the draft cannot be changed, and each recipe keeps the calibration that it has.
   */
  calibration?: Calibration | null;
  /** Saves `content`. `stored` is the content that the service already has. */
  save: (content: DraftContent, baseVersion: number, stored: DraftContent) => Promise<SaveOutcome>;
  /**
   * True if the draft is from another clinical dataset, engine or calibration (`isOutdated`). It is then saved at once,
   * so that the service checks its doses.
   */
  isOutdated?: boolean;
  /** Stores the undo steps and the newest content in the tab, so that a reload does not lose them. */
  keeper?: JournalKeeper | undefined;
}

/**
 * The draft that the doctor edits, with its history and automatic saving. The store is independent of React. While a
 * slider moves, only the drawing uses its value. Screens get snapshots, and are notified only when a change is
 * finished.
 */
export class DraftStore {
  #photos: Photos;
  #asked: Recipes;
  #presets: Recipes;
  #treatments: readonly Treatment[];
  #calibration: Calibration | null | undefined;
  #history: History<DraftContent>;
  /**
   * The last content that the page and the service had in common. A merge compares the page's content and the service's
   * content with it.
   */
  #agreed: DraftContent;
  #saver: DraftSaver<DraftContent>;
  #snapshot: DraftSnapshot;
  #listeners = new Set<() => void>();
  #live: Recipes;
  #liveListeners = new Set<() => void>();

  #keeper: JournalKeeper | undefined;

  constructor({ draft, photos, skin, asked, presets, treatments, calibration, save, keeper, isOutdated }: Start) {
    this.#photos = photos;
    this.#asked = asked;
    this.#treatments = treatments;
    this.#calibration = calibration;
    this.#presets = this.#under(presets);
    const content = this.#contentOf(draft, skin);
    this.#keeper = keeper;
    const kept = resume(readJournal(keeper?.read() ?? null), { content, version: draft.version }, sameToServer);
    this.#history = kept ? this.#onPhotos(this.#allUnder(kept.history)) : startHistory(content);
    this.#agreed = content;
    this.#live = this.#history.present.recipes;
    this.#saver = new DraftSaver({
      content: this.#history.present,
      version: draft.version,
      at: draft.saved_at,
      save: async (sent, version) => {
        const outcome = await save(sent, version, this.#agreed);
        if (outcome.kind === 'stored') this.#agreed = sent;
        return outcome;
      },
    });
    this.#snapshot = this.#read();
    this.#saver.subscribe(() => this.#tell());
    if (kept?.isDirty || isOutdated) this.#saver.change(this.#history.present);
  }

  #under(recipes: Recipes): Recipes {
    return this.#calibration === undefined ? recipes : calibrated(recipes, this.#calibration);
  }

  #contentOf(draft: Draft, skin: SkinJudgement | null): DraftContent {
    const content = contentOf(draft, this.#asked, this.#treatments, skin);
    return { ...content, recipes: this.#under(content.recipes) };
  }

  /**
   * Removes marks of earlier photos from the current step. When undo or redo makes another step the current one,
   * `#move` removes the marks from that step.
   */
  #onPhotos(history: History<DraftContent>): History<DraftContent> {
    const present = onPhotos(history.present, this.#photos);
    return present === history.present ? history : { ...history, present };
  }

  /** Applies the calibration to the stored undo steps, which may be older than the calibration. */
  #allUnder(history: History<DraftContent>): History<DraftContent> {
    const under = (content: DraftContent) => ({ ...content, recipes: this.#under(content.recipes) });
    return {
      ...history,
      past: history.past.map(under),
      present: under(history.present),
      future: history.future.map(under),
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly snapshot = (): DraftSnapshot => this.#snapshot;

  /** Returns the current recipes, including the value of a moving slider. */
  get live(): Recipes {
    return this.#live;
  }

  /** Returns the current recipe of the chosen style, including the value of a moving slider. */
  get liveRecipe(): Recipe {
    return this.#live[this.#history.present.style];
  }

  /**
   * Returns the brush strokes of a pose, or undefined if there are none. They limit the areas that treatments may
   * change. The same object is returned until the doctor uses the brush on that pose.
   */
  liveBrush(pose: Pose): PoseMarks['brush'] | undefined {
    const { brush } = this.#history.present.markings.poses[pose];
    return brush.length > 0 ? brush : undefined;
  }

  onLive(listener: () => void): () => void {
    this.#liveListeners.add(listener);
    return () => void this.#liveListeners.delete(listener);
  }

  /** Shows the dose of a moving slider in the drawing. The draft does not change. */
  preview(treatment: Treatment, dose: Dose) {
    this.#setLive(this.#withDose(treatment, dose).recipes);
  }

  setDose(treatment: Treatment, dose: Dose | null, gesture: string | null = null) {
    this.#change(this.#withDose(treatment, dose), gesture);
  }

  followAgain(treatment: Treatment) {
    const { present } = this.#history;
    this.#change(followAgain(present, treatment, present.style));
  }

  reset(id?: string) {
    this.#change(resetToPresets(this.#history.present, this.#presets, id));
  }

  setStyle(style: Style) {
    if (style !== this.#history.present.style) this.#change({ style });
  }

  setPlan(plan: TreatmentPlan, gesture: string | null = null) {
    this.#change({ plan }, gesture);
  }

  setMarkings(change: Partial<Markings>, gesture: string | null = null) {
    this.#change({ markings: { ...this.#history.present.markings, ...change } }, gesture);
  }

  /** Changes the doctor's markings on the photo of one pose. */
  setPoseMarks(pose: Pose, change: Partial<PoseMarks>, gesture: string | null = null) {
    const { poses } = this.#history.present.markings;
    const { brush, seeds, corrections } = { ...poses[pose], ...change };
    const photo_id = this.#photos.find((photo) => photo.pose === pose)?.id;
    const isMarked = brush.length + seeds.length + corrections.length > 0;
    const marks = { brush, seeds, corrections, ...(isMarked && photo_id && { photo_id }) };
    this.setMarkings({ poses: { ...poses, [pose]: marks } }, gesture);
  }

  /**
   * Sets the photos of the case after the patient sent new ones. Marks of the earlier photos are removed. A response
   * that arrives late may belong to an older version of the draft than the version on this page. The photos in that
   * response are ignored.
   */
  setPhotos(photos: Photos, version: number) {
    if (version < this.#saver.state.version) return;
    this.#photos = photos;
    const next = onPhotos(this.#history.present, photos);
    if (next !== this.#history.present) this.#move(record(this.#history, next));
  }

  /**
   * Sets the doctor's judgement of the skin. The doctor can undo it at once. It is saved only after the doctor confirms
   * it.
   */
  setSkin(skin: SkinJudgement | null) {
    this.#change({ skin });
  }

  /**
   * Restores an earlier version as one step that can be undone. A version contains no skin score, so the draft keeps
   * the current score.
   */
  restore(version: Draft) {
    const { skin } = this.#history.present;
    this.#move(record(this.#history, this.#contentOf(version, skin)));
  }

  endGesture() {
    this.#history = endGesture(this.#history);
  }

  undo() {
    this.#move(undo(this.#history));
  }

  redo() {
    this.#move(redo(this.#history));
  }

  flush(): Promise<boolean> {
    return this.#saver.flush();
  }

  /** Loads a newer version. With `keepsOwn`, unsaved changes are merged into it and saved again. */
  takeOver(draft: Draft, skin: SkinJudgement | null, keepsOwn: boolean) {
    const theirs = this.#contentOf(draft, skin);
    const here = (content: DraftContent) => onPhotos(content, this.#photos);
    const next = keepsOwn ? mergeDrafts(here(this.#agreed), here(this.#history.present), theirs) : theirs;
    const isDirty = keepsOwn && JSON.stringify(next) !== JSON.stringify(theirs);
    this.#history = record(this.#history, next);
    this.#agreed = theirs;
    this.#setLive(next.recipes);
    this.#saver.reload(next, { version: draft.version, at: draft.saved_at, isDirty });
  }

  /**
   * Handles a version that the service reports. It is loaded at once if this page has no unsaved changes. Otherwise
   * nothing changes, and the next save reports the conflict. A new skin score does not change the version, so the page
   * also loads a score that arrives with the same version.
   */
  meet(draft: Draft, skin: SkinJudgement | null) {
    const { status, version } = this.#saver.state;
    if (status.kind !== 'saved' || draft.version < version) return;
    if (draft.version > version) return this.takeOver(draft, skin, false);
    if (sameScores(skin, this.#history.present.skin)) return;
    const next = { ...this.#history.present, skin };
    this.#history = record(this.#history, next);
    this.#agreed = { ...this.#agreed, skin };
    this.#saver.reload(next, { version, at: draft.saved_at, isDirty: false });
  }

  /** Deletes the stored undo steps of the draft after the signature. */
  forgetJournal() {
    this.#keeper?.forget();
    this.#keeper = undefined;
  }

  /** Writes new undo steps to the tab's storage before the page closes. */
  settle() {
    this.#keeper?.settle();
  }

  stop() {
    this.#saver.stop();
  }

  #withDose(treatment: Treatment, dose: Dose | null) {
    const { present } = this.#history;
    return setDose(present, { style: present.style, treatment, dose });
  }

  #change(change: Partial<DraftContent>, gesture: string | null = null) {
    this.#move(record(this.#history, { ...this.#history.present, ...change }, gesture));
  }

  #move(history: History<DraftContent>) {
    if (history === this.#history) return;
    this.#history = this.#onPhotos(history);
    const { present } = this.#history;
    this.#setLive(present.recipes);
    this.#saver.change(present);
  }

  #setLive(recipes: Recipes) {
    this.#live = recipes;
    for (const listener of this.#liveListeners) listener();
  }

  #read(): DraftSnapshot {
    const { past, present, future } = this.#history;
    return { content: present, canUndo: past.length > 0, canRedo: future.length > 0, save: this.#saver.state };
  }

  #tell() {
    this.#snapshot = this.#read();
    this.#keeper?.write(() => writeJournal({ history: this.#history, version: this.#saver.state.version }));
    for (const listener of this.#listeners) listener();
  }
}
