import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Me } from '#contract/identity.ts';
import { api, call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { refreshMyCommunity } from '../layout/use-my-community.ts';
import { type DraftPlace, type DraftText, isAt, type KeptDraft, newest } from './draft.ts';
import { DraftKeeper, type DraftStatus } from './draft-keeper.ts';
import { unsent } from './unsent.ts';

export interface DraftHandle {
  /** The draft that existed before the writer typed anything. */
  found: KeptDraft | undefined;
  id: string;
  status: DraftStatus;
  change(text: DraftText): void;
  published(): void;
  discard(): void;
}

/**
 * Returns the draft of a place, or undefined until the page knows whether there is a draft. Without a connection, the
 * draft on this device is used. If there are several drafts, the address may name one of them. Otherwise the newest
 * draft is used.
 */
export function useDraft(user: Me, place: DraftPlace): DraftHandle | undefined {
  const query = useQuery(api.community.listDrafts.queryOptions({ staleTime: 0, gcTime: 0 }));
  const wanted = useSearchParams()[0].get('draft');
  const [settled, setSettled] = useState<{ found: KeptDraft | undefined }>();
  const isKnown = !query.isPending && !query.isFetching;

  // The draft that was found first never changes. Otherwise a draft that this page saved would replace the text while
  // the person writes.
  useEffect(() => {
    if (!isKnown || settled) return;
    const here = [...unsent.list(user.id), ...(query.data ?? [])].filter(isAt(place));
    setSettled({ found: newest(...here.filter(({ id }) => id === wanted)) ?? newest(...here) });
  }, [isKnown, settled, user.id, place, wanted, query.data]);

  const keeping = useKeeper(user.id, place, settled);
  return settled && keeping ? { found: settled.found, ...keeping } : undefined;
}

function useKeeper(userId: string, place: DraftPlace, settled: { found: KeptDraft | undefined } | undefined) {
  const [status, setStatus] = useState<DraftStatus>('none');
  const keeper = useMemo(() => {
    if (!settled) return undefined;
    const id = settled.found?.id ?? crypto.randomUUID();
    return {
      id,
      keeper: new DraftKeeper(
        {
          id,
          place,
          keep: (draft) => unsent.keep(userId, draft),
          forget: (draftId) => unsent.forget(userId, draftId),
          send: ({ saved_at: _savedAt, home: _home, ...draft }) => call.community.saveDraft(draft),
          remove: (draftId) => call.community.deleteDraft({ id: draftId }),
          // The link to the list of drafts appears with the first draft. The data that decides whether the link is
          // shown is therefore loaded again.
          onFirstSent: () => void refreshMyCommunity(),
          now: () => new Date().toISOString(),
          onStatus: setStatus,
        },
        settled.found,
      ),
    };
  }, [userId, place, settled]);

  useEffect(() => {
    if (!keeper) return;
    const flush = () => void keeper.keeper.flush();
    window.addEventListener('online', flush);
    return () => {
      window.removeEventListener('online', flush);
      keeper.keeper.stop();
    };
  }, [keeper]);

  const forgetList = useCallback(() => queryClient.removeQueries({ queryKey: api.community.listDrafts.key() }), []);
  if (!keeper) return undefined;
  return {
    id: keeper.id,
    status,
    change: (text: DraftText) => keeper.keeper.change(text),
    published() {
      keeper.keeper.published();
      forgetList();
    },
    discard() {
      void keeper.keeper.discard().catch(() => undefined);
      forgetList();
    },
  };
}
