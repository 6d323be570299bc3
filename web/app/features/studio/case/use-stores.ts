import { useEffect, useState } from 'react';
import type { StudioCase } from '#contract/simulation.ts';
import { call } from '#web/lib/api.ts';
import { refusalOf } from '#web/lib/refusal.ts';
import { type DraftContent, savable } from '../draft/draft.ts';
import type { SaveOutcome } from '../draft/draft-saver.ts';
import { keeperFor } from '../draft/journal-keeper.ts';
import { DraftStore } from '../draft/draft-store.ts';
import { PoseStore } from '../stage/pose-store.ts';
import { presets, treatments } from '../treatment/treatments.ts';

/** One attempt: the store decides itself when to try again. */
async function saveDraft(caseId: string, content: DraftContent, base_version: number): Promise<SaveOutcome> {
  try {
    const stored = await call.simulation.saveSimulationDraft(
      { case_id: caseId, base_version, ...savable(content) },
      { context: { retry: 0 } },
    );
    return { kind: 'stored', version: stored.version, at: stored.saved_at ?? new Date().toISOString() };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal?.code === 'DRAFT_OUTDATED') return { kind: 'outdated' };
    if (refusal?.code === 'CASE_TAKEN')
      return { kind: 'taken', by: (refusal.data as { practitioner_name: string }).practitioner_name };
    if (refusal) return { kind: 'closed' };
    return { kind: 'unreachable' };
  }
}

/** Who only reads goes on with nothing: what they once changed here is not theirs to save any more. */
function openDraft({ id, draft, practitioner_id }: StudioCase, userId: string) {
  const keeper = keeperFor(userId, id);
  return new DraftStore({
    draft,
    presets,
    treatments,
    save: (content, version) => saveDraft(id, content, version),
    keeper: practitioner_id === userId ? keeper : { ...keeper, read: () => null },
  });
}

/** The stores of one case, for as long as it is open. What is unsaved goes out when the window is hidden or left. */
export function useStores(studioCase: StudioCase, userId: string) {
  const [stores] = useState(() => ({ draft: openDraft(studioCase, userId), poses: new PoseStore() }));
  useEffect(() => stores.draft.meet(studioCase.draft), [stores, studioCase.draft]);
  useEffect(() => {
    const { draft, poses } = stores;
    const onHide = () => document.visibilityState === 'hidden' && void draft.flush();
    const onGone = () => draft.settle();
    const onLeave = (event: BeforeUnloadEvent) => {
      if (draft.snapshot().save.status.kind === 'saved') return;
      void draft.flush();
      event.preventDefault();
    };
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('beforeunload', onLeave);
    window.addEventListener('pagehide', onGone);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('beforeunload', onLeave);
      window.removeEventListener('pagehide', onGone);
      void draft.flush();
      draft.settle();
      poses.rest();
    };
  }, [stores]);
  return stores;
}
