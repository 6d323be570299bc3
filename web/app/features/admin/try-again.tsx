import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Api, api, call } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './screen.module.css';

type What = Parameters<Api['operations']['adminTryAgain']>[0];

/** A button that retries failed work immediately. */
export function TryAgain({ what }: { what: What }) {
  const { t } = useTranslation('admin');
  const { number } = useFormat();
  const errorText = useErrorText();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call.operations.adminTryAgain(what),
    onSuccess: ({ count }) => {
      toast({ kind: 'success', title: t('system.triedAgain', { count, number: number(count) }) });
      return client.invalidateQueries({ queryKey: api.operations.adminGetHealth.key() });
    },
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
  const label = what.what === 'job' ? t('system.tryAgainJob', { job: what.name }) : undefined;
  return (
    <Button size="xs" className={styles.own} busy={isPending} aria-label={label} onClick={() => mutate()}>
      {t('system.tryAgain')}
    </Button>
  );
}
