import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '#contract/identity.ts';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import lists from '../feed/lists.module.css';
import { DefaultAside } from '../layout/default-aside.tsx';
import { Page } from '../layout/page.tsx';
import { useMyCommunity } from '../layout/use-my-community.ts';
import { DraftRow } from './draft-row.tsx';
import { listed } from './listed-draft.ts';
import { unsent } from './unsent.ts';

/** Lists the drafts that the service has, and the drafts on this device that could not be sent. */
export function DraftsPage({ user }: { user: Me }) {
  const { t } = useTranslation(['community', 'community-writing']);
  const errorText = useErrorText();
  // The list is not reloaded while the page is open. A discarded draft therefore stays in its row and can be restored.
  const query = useQuery(
    api.community.listDrafts.queryOptions({ staleTime: 0, gcTime: 0, refetchOnWindowFocus: false }),
  );
  const [device] = useState(() => unsent.list(user.id));
  const memberships = useMyCommunity()?.memberships ?? [];
  const drafts = listed(query.data ?? [], device, memberships);
  return (
    <Page title={t('nav.drafts')} lead={t('community-writing:drafts.lead')} aside={<DefaultAside />}>
      {!query.isFetched && (
        <div className={lists.sheet} aria-busy="true">
          <SkeletonRows rows={4} />
        </div>
      )}
      {query.isFetched && drafts.length > 0 && (
        <ul className={lists.sheet}>
          {drafts.map((draft) => (
            // The key includes `isOnService`, because a draft may first be known only on this device. If the writer
            // discards it then, only the copy on this device is deleted. If the service's list then contains the draft,
            // React creates the row anew, and the row shows that the draft still exists.
            <DraftRow key={`${draft.id} ${draft.isOnService}`} user={user} draft={draft} />
          ))}
        </ul>
      )}
      {query.isSuccess && drafts.length === 0 && (
        <EmptyState title={t('community-writing:drafts.empty')} text={t('community-writing:drafts.empty.text')} />
      )}
      {query.isFetched && !query.isSuccess && (
        <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} busy={query.isFetching} />
      )}
    </Page>
  );
}
