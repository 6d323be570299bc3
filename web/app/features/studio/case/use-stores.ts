import { useEffect, useState } from 'react';
import type { StudioCase } from '#contract/cases.ts';
import { api, call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { keptText } from '#web/lib/unsent-text.ts';
import { type DraftContent, isOutdated, sameScores, savable } from '../draft/draft.ts';
import type { SaveOutcome } from '../draft/draft-saver.ts';
import { keeperFor } from '../draft/journal-keeper.ts';
import { DraftStore } from '../draft/draft-store.ts';
import { saveFailure } from '../draft/save-failure.ts';
import { type NoteOutcome, NoteStore, noteFailure } from '../flow/note-store.ts';
import { judgementIn } from '../skin/assessment.ts';
import { PoseStore } from '../stage/pose-store.ts';
import { askedRecipes } from '../treatment/reasons.ts';
import { presets, treatments } from '../treatment/treatments.ts';

/** Makes one attempt to save the draft. The store decides when to try again. */
async function saveDraft(
  caseId: string,
  content: DraftContent,
  base_version: number,
  before: DraftContent,
): Promise<SaveOutcome> {
  try {
    const stored = await call.simulation.saveSimulationDraft(
      { case_id: caseId, base_version, ...savable(content) },
      { context: { retry: 0 } },
    );
    if (!sameScores(content.skin, before.skin)) await saveScore(caseId, content.skin);
    return { kind: 'stored', version: stored.version, at: stored.saved_at ?? new Date().toISOString() };
  } catch (error) {
    return saveFailure(error);
  }
}

/**
 * Saves the skin score. The service stores one score for each case. The score is not part of a version of the draft.
 * The loaded case is updated with the saved score.
 */
async function saveScore(case_id: string, skin: DraftContent['skin']): Promise<void> {
  const scores = skin?.given ?? null;
  const { skin_score } = await call.simulation.saveSkinScore(
    { case_id, scores, ...(skin && { photo_id: skin.photo_id }) },
    { context: { retry: 0 } },
  );
  queryClient.setQueryData(
    api.simulation.getStudioCase.queryKey({ input: { case_id } }),
    (known) => known && { ...known, skin_score },
  );
}

/**
 * Opens the draft of a case. If the user is not in charge of the case, unsaved changes on this device are ignored. They
 * are from a time when the user was in charge, and the user can no longer save them.
 */
function openDraft(
  { id, status, draft, photos, calibration, skin_score, practitioner_id, answers }: StudioCase,
  userId: string,
) {
  const isMine = practitioner_id === userId;
  const isWork = isMine && status === 'in_review';
  const keeper = keeperFor(userId, id);
  return new DraftStore({
    draft,
    photos,
    skin: judgementIn(skin_score),
    asked: askedRecipes(answers),
    presets,
    treatments,
    save: (content, version, before) => saveDraft(id, content, version, before),
    ...(isWork && { calibration, isOutdated: isOutdated(draft, calibration) }),
    keeper: isMine ? keeper : { ...keeper, read: () => null },
  });
}

async function saveNote(case_id: string, body: string, base_version: number): Promise<NoteOutcome> {
  try {
    const { version } = await call.caseFlow.saveCaseNote({ case_id, base_version, body }, { context: { retry: 0 } });
    return { kind: 'stored', version, at: '' };
  } catch (error) {
    return noteFailure(error);
  }
}

function openStores(studioCase: StudioCase, userId: string) {
  return {
    draft: openDraft(studioCase, userId),
    poses: new PoseStore(),
    note: new NoteStore(studioCase.note, (body, version) => saveNote(studioCase.id, body, version)),
    unsent: keptText(`message ${studioCase.id}`),
  };
}

/**
 * Opens the stores of a case, and closes them when the doctor leaves the case. Unsaved changes are sent when the window
 * is hidden or closed.
 */
export function useStores(studioCase: StudioCase, userId: string) {
  const [stores] = useState(() => openStores(studioCase, userId));
  const { draft: stored, photos, skin_score } = studioCase;
  useEffect(() => {
    // The draft is updated before the photos. When photos were replaced, the service has already removed their marks
    // from the new version. If the photos came first, the page would remove the marks itself, and would have an unsaved
    // change.
    stores.draft.meet(stored, judgementIn(skin_score));
    stores.draft.setPhotos(photos, stored.version);
  }, [stores, stored, photos, skin_score]);
  useEffect(() => {
    const { draft, poses, note } = stores;
    const flush = () => {
      void draft.flush();
      void note.flush();
    };
    const onHide = () => document.visibilityState === 'hidden' && flush();
    const onGone = () => draft.settle();
    const onLeave = (event: BeforeUnloadEvent) => {
      if (draft.snapshot().save.status.kind === 'saved' && note.snapshot().state === 'saved') return;
      flush();
      event.preventDefault();
    };
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('beforeunload', onLeave);
    window.addEventListener('pagehide', onGone);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('beforeunload', onLeave);
      window.removeEventListener('pagehide', onGone);
      flush();
      draft.settle();
      poses.rest();
    };
  }, [stores]);
  return stores;
}
