import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { toast } from '#web/ui/toast.ts';
import { refreshMyCommunity } from '../layout/use-my-community.ts';
import type { ListedDraft } from './listed-draft.ts';
import { unsent } from './unsent.ts';

/** Deletes a draft on the device and the service. It can be restored as long as its row is on the page. */
export function useDiscard(userId: string, { isOnService, isOnDevice: _isOnDevice, ...draft }: ListedDraft) {
  const errorText = useErrorText();
  const [state, setState] = useState<'kept' | 'gone' | 'back'>('kept');
  const discard = useMutation({
    mutationFn: async () => {
      // A draft that only this device has can be deleted without a connection.
      if (isOnService || state === 'back') await call.community.deleteDraft({ id: draft.id });
      unsent.forget(userId, draft.id);
    },
    onSuccess: () => {
      setState('gone');
      void refreshMyCommunity();
    },
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
  const undo = async () => {
    // The draft is first stored on the device, which works without a connection. It is deleted from the device once the
    // service has it.
    unsent.keep(userId, draft);
    setState('back');
    const { saved_at: _savedAt, home: _home, ...text } = draft;
    await call.community.saveDraft(text).then(
      () => unsent.forget(userId, draft.id),
      () => undefined,
    );
    void refreshMyCommunity();
  };
  return {
    isGone: state === 'gone',
    isBack: state === 'back',
    isBusy: discard.isPending,
    discard: () => discard.mutate(),
    undo: () => void undo(),
  };
}
