import { Lock } from 'lucide-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { toast } from '#web/ui/toast.ts';
import { useWorkspace } from '../case/workspace-context.ts';
import styles from './bar.module.css';

/**
 * Shows a button that takes or releases the case, or the name of the doctor who works on it. Shows nothing if the case
 * is signed or withdrawn, or if it is assigned to another doctor who has not taken it.
 */
export function CaseHands() {
  const { t } = useTranslation('studio');
  const { studioCase, draft, isEditable } = useWorkspace();
  const locale = useLocale();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const input = { case_id: studioCase.id };
  const take = useMutation(
    api.simulation.takeCase.mutationOptions({
      onSuccess: (taken) => queryClient.setQueryData(api.simulation.getStudioCase.queryKey({ input }), taken),
      onError: (error) => {
        toast({ kind: 'error', title: errorText(error) });
        void queryClient.invalidateQueries({ queryKey: api.simulation.getStudioCase.queryKey({ input }) });
      },
    }),
  );
  const release = useMutation(
    api.simulation.releaseCase.mutationOptions({
      onSuccess: async () => {
        await navigate(inLanguage('/studio', locale));
        toast({ kind: 'info', title: t('released', { number: studioCase.number }), text: t('released_text') });
        void queryClient.invalidateQueries({ queryKey: api.simulation.key() });
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );

  if (isEditable) {
    return (
      <Button size="xs" busy={release.isPending} onClick={() => void draft.flush().then(() => release.mutate(input))}>
        {t('release')}
      </Button>
    );
  }
  if (studioCase.status === 'published' || studioCase.status === 'withdrawn') return null;
  if (studioCase.practitioner_id !== null) {
    return (
      <span className={styles.taken}>
        <Icon as={Lock} size="s" />
        {t('taken_by', { name: t('doctor', { name: studioCase.practitioner_name ?? '' }) })}
      </span>
    );
  }
  // The case is assigned to another doctor, and this doctor has only opened it for an hour.
  if (studioCase.access.relation === 'opened') return null;
  return (
    <Button variant="primary" size="xs" busy={take.isPending} onClick={() => take.mutate(input)}>
      {t('take')}
    </Button>
  );
}
