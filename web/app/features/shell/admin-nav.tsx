import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AppointmentLimits } from '#contract/appointments.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink, usePathname } from '#web/lib/locale.tsx';
import { useCurrentLinkInView } from '#web/lib/use-current-link-in-view.ts';
import { inLanguage } from '#web/paths.ts';
import { placeAt, placeGroups } from './admin-places.ts';

/**
 * The navigation of the admin panel. The first row contains groups. The second row contains the pages of the open
 * group, if it has several. Both rows scroll sideways if they do not fit.
 */
export function AdminNav() {
  const { t } = useTranslation('admin');
  const here = placeAt(inLanguage(usePathname(), 'en'));
  const groups = placeGroups();
  const inbox = useInbox();
  const groupsRow = useCurrentLinkInView(inbox !== undefined);
  const roomsRow = useCurrentLinkInView();
  const rooms = groups.find(([group]) => group === here?.group)?.[1] ?? [];
  return (
    <>
      <nav ref={groupsRow} aria-label={t('nav.groups')} className="admin-nav">
        {groups.map(([group, [first]]) => (
          <LocalisedLink key={group} to={first?.path ?? '/admin'} aria-current={group === here?.group || undefined}>
            {t(`group.${group}`)}
            {group === 'inbox' && inbox && <InboxCount waiting={inbox.waiting} />}
          </LocalisedLink>
        ))}
      </nav>
      {rooms.length > 1 && (
        <nav ref={roomsRow} aria-label={t('nav.rooms')} className="admin-rooms">
          {rooms.map(({ key, path }) => (
            <LocalisedLink key={key} to={path} aria-current={key === here?.key ? 'page' : undefined}>
              {t(`place.${key}`)}
            </LocalisedLink>
          ))}
        </nav>
      )}
    </>
  );
}

/** The first page of the inbox. Live events update it, as they update the inbox itself. */
const useInbox = () =>
  useQuery(
    api.appointmentsAdmin.adminInboxList.queryOptions({
      input: { limit: 1 },
      // No event announces the end of a snooze, so the number is reloaded regularly.
      refetchInterval: AppointmentLimits.refresh_s * 1000,
    }),
  ).data;

function InboxCount({ waiting }: { waiting: number }) {
  const { t } = useTranslation('admin');
  const { number } = useFormat();
  if (waiting === 0) return null;
  const counted = AppointmentLimits.counted;
  const isMore = waiting > counted;
  return (
    <span className="admin-nav__count">
      <span aria-hidden="true">{isMore ? `${number(counted)}+` : number(waiting)}</span>
      <span className="visually-hidden">
        {isMore ? t('inbox.leadMore', { count: counted }) : t('inbox.lead', { count: waiting })}
      </span>
    </span>
  );
}
