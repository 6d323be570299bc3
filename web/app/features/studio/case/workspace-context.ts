import { createContext, useContext, useSyncExternalStore } from 'react';
import type { StudioCase } from '#contract/cases.ts';
import type { UnsentText } from '#web/lib/unsent-text.ts';
import type { DraftSnapshot, DraftStore } from '../draft/draft-store.ts';
import type { NoteStore } from '../flow/note-store.ts';
import type { PoseState, PoseStore } from '../stage/pose-store.ts';

/**
 * The state that the parts of one open case share. The stores are independent of React, and components get snapshots of
 * them.
 */
export interface Workspace {
  studioCase: StudioCase;
  draft: DraftStore;
  poses: PoseStore;
  note: NoteStore;
  /** The unsent message to the patient. It is not lost when the doctor changes the tab of the panel or leaves the case. */
  unsent: UnsentText;
  /** True if this doctor works on the case and the case is not signed yet. */
  isEditable: boolean;
}

export const WorkspaceContext = createContext<Workspace | null>(null);

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error('useWorkspace outside of a case');
  return workspace;
}

export function useDraft(): DraftSnapshot {
  const { draft } = useWorkspace();
  return useSyncExternalStore(draft.subscribe, draft.snapshot);
}

export function usePose(photoId: string | undefined): PoseState {
  const { poses } = useWorkspace();
  return useSyncExternalStore(poses.subscribe, () => poses.stateOf(photoId ?? ''));
}
