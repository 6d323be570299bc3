import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChannelCard } from '#contract/community/channels.ts';
import { api } from '#web/lib/api.ts';
import { useTyped } from '#web/lib/use-typed.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { Select, TextField } from '#web/ui/text-field.tsx';
import { CommunityDialog } from '../parts/community-dialog.tsx';

/** The number of members in the list. The search finds the others. */
const CHOICES = 20;

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
  const [search, setSearch] = useState('');
  const settled = useTyped(search.trim());
  const query = useQuery(
    api.community.listChannelMembers.queryOptions({
      input: { channel_id: channel.id, search: settled, limit: CHOICES },
      placeholderData: keepPreviousData,
    }),
  );
  const { data, error } = query;
  const others = data?.rows.filter(({ role }) => role !== 'owner') ?? [];
  const isWhole = data?.next_cursor === null && settled === '' && !query.isPlaceholderData;
  const isAlone = isWhole && others.length === 0;
  // A person whom a new search no longer lists is not chosen, because the list does not show them.
  const successor = others.find(({ person }) => person.id === chosen)?.person.id ?? '';
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
          <Button variant="primary" disabled={!successor} busy={isBusy} onClick={() => onChoose(successor)}>
            {t('community-ending:successor.leave')}
          </Button>
        </>
      }
    >
      {!isAlone && (data || search !== '') && (
        <TextField
          label={<span className="visually-hidden">{t('members.search')}</span>}
          type="search"
          required={false}
          maxLength={60}
          placeholder={t('members.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {error && !data && <ErrorState error={error} onRetry={() => void query.refetch()} busy={query.isRefetching} />}
      {others.length > 0 && (
        <Select
          label={t('community-ending:successor.label')}
          value={successor}
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
      {data && others.length === 0 && settled !== '' && <p className="small muted">{t('members.none')}</p>}
    </CommunityDialog>
  );
}
