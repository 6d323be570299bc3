import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterActions } from '#contract/community/terms.ts';
import { api, call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Select, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './moderation.module.css';

const refresh = () => queryClient.invalidateQueries({ queryKey: api.community.listWordFilters.key() });

/** Words that are refused, or held back until somebody looked. */
export function WordFilters({ channelId }: { channelId: string | undefined }) {
  const { t } = useTranslation('community');
  const errorText = useErrorText();
  const [words, setWords] = useState('');
  const [action, setAction] = useState<(typeof FilterActions)[number]>('hold');
  const { data, error, isRefetching, refetch } = useQuery(
    api.community.listWordFilters.queryOptions({ input: { channel_id: channelId } }),
  );
  const add = useMutation({
    mutationFn: () => call.community.addWordFilter({ channel_id: channelId, words: words.trim(), action }),
    onSuccess: () => {
      setWords('');
      return refresh();
    },
  });
  const remove = useMutation({
    mutationFn: (id: string) => call.community.removeWordFilter({ id }),
    onSuccess: refresh,
    onError: (fault) => toast({ kind: 'error', title: errorText(fault) }),
  });
  return (
    <div className={styles.filters}>
      <p className="small muted">{t('filters.lead')}</p>
      <form
        className={styles.addFilter}
        onSubmit={(event) => {
          event.preventDefault();
          if (words.trim().length >= 2 && !add.isPending) add.mutate();
        }}
      >
        <TextField
          label={t('filters.words')}
          maxLength={80}
          value={words}
          error={add.error && errorText(add.error)}
          onChange={(event) => setWords(event.target.value)}
        />
        <Select
          label={t('filters.action')}
          value={action}
          onChange={(event) => setAction(event.target.value as typeof action)}
        >
          {FilterActions.map((one) => (
            <option key={one} value={one}>
              {t(`filters.${one}`)}
            </option>
          ))}
        </Select>
        <Button type="submit" size="s" variant="ink" disabled={words.trim().length < 2} busy={add.isPending}>
          {t('filters.add')}
        </Button>
      </form>
      {error && !data ? (
        <ErrorState text={errorText(error)} onRetry={() => void refetch()} busy={isRefetching} />
      ) : !data ? (
        <SkeletonRows rows={2} />
      ) : (
        <ul className={styles.sheet}>
          {data.length === 0 && <li className={styles.filter}>{t('filters.none')}</li>}
          {data.map((filter) => (
            <li key={filter.id} className={styles.filter}>
              <span>
                <strong>{filter.words}</strong> · {t(`filters.${filter.action}`)}
              </span>
              <Button
                size="xs"
                variant="quiet"
                aria-label={t('filters.remove', { words: filter.words })}
                onClick={() => remove.mutate(filter.id)}
              >
                {t('filters.removeShort')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
