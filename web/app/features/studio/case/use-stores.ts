import { useEffect, useState } from 'react';
import type { StudioCase } from '#contract/simulation.ts';
import { call } from '#web/lib/api.ts';
import { refusalOf } from '#web/lib/refusal.ts';
import { type DraftContent, savable } from '../draft/draft.ts';
import type { SaveOutcome } from '../draft/draft-saver.ts';
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

const openDraft = ({ id, draft }: StudioCase) =>
  new DraftStore({ draft, presets, treatments, save: (content, version) => saveDraft(id, content, version) });

/** The stores of one case, for as long as it is open. What is unsaved goes out when the window is hidden or left. */
export function useStores(studioCase: StudioCase) {
  const [stores] = useState(() => ({ draft: openDraft(studioCase), poses: new PoseStore() }));
  useEffect(() => stores.draft.meet(studioCase.draft), [stores, studioCase.draft]);
  useEffect(() => {
    const { draft, poses } = stores;
    const onHide = () => document.visibilityState === 'hidden' && void draft.flush();
    const onLeave = (event: BeforeUnloadEvent) => {
      if (draft.snapshot().save.status.kind === 'saved') return;
      void draft.flush();
      event.preventDefault();
    };
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('beforeunload', onLeave);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('beforeunload', onLeave);
      void draft.flush();
      poses.rest();
    };
  }, [stores]);
  return stores;
}
