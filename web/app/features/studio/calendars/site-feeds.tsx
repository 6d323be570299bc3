import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { useSession } from '#web/lib/session.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import styles from './calendars.module.css';
import { Feeds } from './feeds.tsx';

interface Props {
  site: { readonly id: string; readonly name: string };
  onClose: () => void;
}

/**
 * Manages the secret addresses from which other programs load the appointments at one site. Administrators may open
 * this dialog for every site. The reception of a clinic may open it for the clinic's sites.
 */
export function SiteFeedsDialog({ site, onClose }: Props) {
  const { t } = useTranslation('bookings');
  return (
    <Dialog isOpen onClose={onClose} title={t('site.title')} lead={site.name}>
      <div className={styles.part}>
        <p className={styles.text}>{t('site.text')}</p>
        <SiteFeeds siteId={site.id} />
      </div>
    </Dialog>
  );
}

function SiteFeeds({ siteId }: { siteId: string }) {
  const { calendars, make, revoke } = useSiteCalendars();
  const { data, error, refetch, isFetching } = calendars;
  const reload = () => queryClient.invalidateQueries({ queryKey: api.bookings.key() });
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <SkeletonRows rows={2} />;
  return (
    <Feeds
      feeds={data.sites.find(({ id }) => id === siteId)?.feeds ?? []}
      make={async (shows_names) => {
        const { address } = await make({ site_id: siteId, shows_names });
        await reload();
        return address;
      }}
      revoke={async (id) => {
        await revoke({ id });
        await reload();
      }}
    />
  );
}

function useSiteCalendars() {
  const isDesk = useSession().user?.role === 'desk';
  const asDesk = useQuery({ ...api.bookings.deskListSiteCalendars.queryOptions(), enabled: isDesk });
  const asAdmin = useQuery({ ...api.bookings.adminListSiteCalendars.queryOptions(), enabled: !isDesk });
  const { bookings } = call;
  return isDesk
    ? { calendars: asDesk, make: bookings.deskMakeSiteCalendar, revoke: bookings.deskRevokeSiteCalendar }
    : { calendars: asAdmin, make: bookings.adminMakeSiteCalendar, revoke: bookings.adminRevokeSiteCalendar };
}
