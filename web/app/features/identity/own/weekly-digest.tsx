import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './own.module.css';

/** The choice of the weekly email about the community. The email is off unless the person turns it on here. */
export function WeeklyDigest() {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const hint = useId();
  const [isShown, setShown] = useState(false);
  const { queryKey, ...options } = api.community.getMyDigest.queryOptions();
  const { data } = useQuery({ queryKey, ...options });
  const { mutate, isPending, variables } = useMutation(
    api.community.setMyDigest.mutationOptions({
      onSuccess: (kept) => queries.setQueryData(queryKey, kept),
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  return (
    <Stack gap={8} align="start">
      <Switch
        label={t('choices.weekly')}
        aria-describedby={hint}
        checked={(isPending ? variables : data)?.is_on ?? false}
        disabled={!data || isPending}
        onChange={(event) => mutate({ is_on: event.target.checked })}
      />
      <p className="small muted" id={hint}>
        {t('choices.weekly.hint')}
      </p>
      <Button variant="line" size="s" onClick={() => setShown(true)}>
        {t('choices.preview')}
      </Button>
      {isShown && <Preview onClose={() => setShown(false)} />}
    </Stack>
  );
}

/** Shows the exact text of the email. */
function Preview({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const { data, error, isError, isFetching, refetch } = useQuery(
    api.community.previewMyDigest.queryOptions({ staleTime: 0, gcTime: 0 }),
  );
  return (
    <Dialog isOpen onClose={onClose} title={t('choices.preview.title')}>
      {isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : !data ? (
        <SkeletonRows rows={4} />
      ) : data.mail ? (
        <>
          <p>
            <strong dir="auto">{data.mail.subject}</strong>
          </p>
          <p className={styles.mail} dir="auto">
            {data.mail.text}
          </p>
        </>
      ) : (
        <p>{t('choices.preview.empty')}</p>
      )}
    </Dialog>
  );
}
