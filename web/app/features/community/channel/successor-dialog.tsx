import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChannelCard } from '#contract/community/channels.ts';
import { api } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { Select } from '#web/ui/text-field.tsx';
import { paged } from '../feed/paged.ts';
import { CommunityDialog } from '../parts/community-dialog.tsx';

interface Props {
  channel: ChannelCard;
  onClose: () => void;
  onChoose: (userId: string) => void;
  isBusy: boolean;
}

/** The dialog in which the last owner names a successor before leaving, because a community always has an owner. */
export default function SuccessorDialog({ channel, onClose, onChoose, isBusy }: Props) {
  const { t } = useTranslation(['community', 'community-ending']);
  const [chosen, setChosen] = useState('');
  const query = useInfiniteQuery(
    api.community.listChannelMembers.infiniteOptions({
      input: (cursor: string | undefined) => ({ channel_id: channel.id, limit: 100, cursor }),
      ...paged,
    }),
  );
  const { data, error } = query;
  const others = data?.pages.flatMap(({ rows }) => rows).filter(({ role }) => role !== 'owner') ?? [];
  const isAlone = data !== undefined && others.length === 0;
  return (
    <CommunityDialog
      onClose={onClose}
      title={t('community-ending:successor.title')}
      lead={t(isAlone ? 'community-ending:successor.alone' : 'community-ending:successor.lead', {
        name: channel.name,
      })}
      size="s"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" disabled={!chosen} busy={isBusy} onClick={() => onChoose(chosen)}>
            {t('community-ending:successor.leave')}
          </Button>
        </>
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void query.refetch()} busy={query.isRefetching} />}
      {others.length > 0 && (
        <Select
          label={t('community-ending:successor.label')}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        >
          <option value="">{t('community-ending:successor.choose')}</option>
          {others.map(({ person }) => (
            <option key={person.id} value={person.id} dir="auto">
              {person.display_name} (@{person.handle})
            </option>
          ))}
        </Select>
      )}
      <LoadMore query={query}>{t('more')}</LoadMore>
    </CommunityDialog>
  );
}
