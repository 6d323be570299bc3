import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { useVisitWords } from '#web/lib/visit-words.ts';
import { toast } from '#web/ui/toast.ts';

/** Says what became of a visit. The dialog stays open with what went wrong. */
export function useMark(onDone: () => void) {
  const { t } = useTranslation('agenda');
  const words = useVisitWords();
  return useMutation(
    api.agenda.setVisitState.mutationOptions({
      onSuccess: (visit) => {
        toast({ kind: 'success', title: t('marked', { state: words.state(visit) }) });
        onDone();
      },
      onSettled: () => queryClient.invalidateQueries({ queryKey: api.agenda.key() }),
    }),
  );
}
