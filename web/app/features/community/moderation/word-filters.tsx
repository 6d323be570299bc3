import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterActions } from '#contract/community/terms.ts';
import { api, call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Select, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './moderation.module.css';

const refresh = () => queryClient.invalidateQueries({ queryKey: api.community.listWordFilters.key() });

type Action = (typeof FilterActions)[number];

/** The list of filtered words. A text with such a word is refused, or hidden until a moderator has checked it. */
export function WordFilters({ channelId }: { channelId: string | undefined }) {
  const { t } = useTranslation(['community', 'moderation']);
  const errorText = useErrorText();
  const { data, error, isRefetching, refetch } = useQuery(
    api.community.listWordFilters.queryOptions({ input: { channel_id: channelId } }),
  );
  return (
    <Stack gap={16} className={styles.filters}>
      <p className="small muted">{t('moderation:filters.lead')}</p>
      <AddFilter channelId={channelId} />
      {error && !data ? (
        <ErrorState text={errorText(error)} onRetry={() => void refetch()} busy={isRefetching} />
      ) : !data ? (
        <SkeletonRows rows={2} />
      ) : (
        <ul className={styles.sheet}>
          {data.length === 0 && <li className={styles.filter}>{t('moderation:filters.none')}</li>}
          {data.map((filter) => (
            <Filter key={filter.id} filter={filter} />
          ))}
        </ul>
      )}
    </Stack>
  );
}

function AddFilter({ channelId }: { channelId: string | undefined }) {
  const { t } = useTranslation(['community', 'moderation']);
  const errorText = useErrorText();
  const [text, setText] = useState('');
  const [action, setAction] = useState<Action>('hold');
  const words = text.trim();
  const isLong = words.length >= 2;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call.community.addWordFilter({ channel_id: channelId, words, action }),
    onSuccess: () => {
      setText('');
      return refresh();
    },
  });
  return (
    <Row
      as="form"
      gap={12}
      align="end"
      wrap
      className={styles.addFilter}
      onSubmit={(event) => {
        event.preventDefault();
        if (isLong && !isPending) mutate();
      }}
    >
      <TextField
        label={t('moderation:filters.words')}
        maxLength={80}
        value={text}
        error={error && errorText(error)}
        onChange={(event) => setText(event.target.value)}
      />
      <Select
        label={t('moderation:filters.action')}
        value={action}
        onChange={(event) => setAction(event.target.value as Action)}
      >
        {FilterActions.map((one) => (
          <option key={one} value={one}>
            {t(`moderation:filters.${one}`)}
          </option>
        ))}
      </Select>
      <Button type="submit" size="s" variant="ink" disabled={!isLong} saving={isPending}>
        {t('moderation:filters.add')}
      </Button>
    </Row>
  );
}

function Filter({ filter: { id, words, action } }: { filter: { id: string; words: string; action: Action } }) {
  const { t } = useTranslation(['community', 'moderation']);
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call.community.removeWordFilter({ id }),
    onSuccess: refresh,
    onError: (fault) => toast({ kind: 'error', title: errorText(fault) }),
  });
  return (
    <li className={styles.filter}>
      <span>
        <strong>{words}</strong> · {t(`moderation:filters.${action}`)}
      </span>
      <Button
        size="xs"
        variant="quiet"
        busy={isPending}
        aria-label={t('moderation:filters.remove', { words })}
        onClick={() => mutate()}
      >
        {t('moderation:filters.removeShort')}
      </Button>
    </li>
  );
}
