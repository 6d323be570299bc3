import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { paged } from '../feed/paged.ts';
import { DecisionList } from './decision-list.tsx';

/** The log of decisions, newest first. */
export function Log({ channelId }: { channelId: string | undefined }) {
  const { t } = useTranslation(['community', 'moderation']);
  const query = useInfiniteQuery(
    api.community.listModerationLog.infiniteOptions({
      input: (cursor: string | undefined) => ({ channel_id: channelId, cursor }),
      ...paged,
    }),
  );
  return <DecisionList query={query} empty={t('moderation:empty.log')} />;
}
