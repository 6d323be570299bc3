import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AppointmentLimits } from '#contract/appointments.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink, usePathname } from '#web/lib/locale.tsx';
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
  const rooms = groups.find(([group]) => group === here?.group)?.[1] ?? [];
  return (
    <>
      <nav aria-label={t('nav.groups')} className="admin-nav">
        {groups.map(([group, [first]]) => (
          <LocalisedLink key={group} to={first?.path ?? '/admin'} aria-current={group === here?.group || undefined}>
            {t(`group.${group}`)}
            {group === 'inbox' && <InboxCount />}
          </LocalisedLink>
        ))}
      </nav>
      {rooms.length > 1 && (
        <nav aria-label={t('nav.rooms')} className="admin-rooms">
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

/**
 * Shows the number of entries that wait in the inbox. Live events update the number, as they update the inbox itself.
 */
function InboxCount() {
  const { t } = useTranslation('admin');
  const { number } = useFormat();
  const { data } = useQuery(
    api.appointmentsAdmin.adminInboxList.queryOptions({
      input: { limit: 1 },
      // No event announces the end of a snooze, so the number is reloaded regularly.
      refetchInterval: AppointmentLimits.refresh_s * 1000,
    }),
  );
  if (!data || data.waiting === 0) return null;
  const counted = AppointmentLimits.counted;
  const isMore = data.waiting > counted;
  return (
    <span className="admin-nav__count">
      <span aria-hidden="true">{isMore ? `${number(counted)}+` : number(data.waiting)}</span>
      <span className="visually-hidden">
        {isMore ? t('inbox.leadMore', { count: counted }) : t('inbox.lead', { count: data.waiting })}
      </span>
    </span>
  );
}
