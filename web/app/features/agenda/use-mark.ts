import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { useSession } from '#web/lib/session.tsx';
import { useVisitWords } from '#web/lib/visit-words.ts';
import { toast } from '#web/ui/toast.ts';

/** Records the outcome of a visit. If that fails, the dialog stays open and shows the error. */
export function useMark(onDone: () => void) {
  const { t } = useTranslation('agenda');
  const words = useVisitWords();
  const isDesk = useSession().user?.role === 'desk';
  const mark = isDesk ? api.agenda.deskSetVisitState : api.agenda.setVisitState;
  return useMutation(
    mark.mutationOptions({
      onSuccess: (visit) => {
        toast({ kind: 'success', title: t('marked', { state: words.state(visit) }) });
        onDone();
      },
      // The visit figures count these outcomes, so they are loaded again together with the agenda.
      onSettled: () =>
        Promise.all(
          [api.agenda.key(), api.visitFigures.key()].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
        ),
    }),
  );
}
