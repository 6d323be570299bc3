import { CalendarDays, CalendarSync, CircleAlert, Pencil, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Clinic, ClinicSite, Room } from '#contract/clinics.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Grid, Stack } from '#web/ui/layout.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import screen from '../screen.module.css';
import { RoomDialog } from './room-dialog.tsx';
import { SiteDaysDialog } from './site-days-dialog.tsx';
import { SiteDialog } from './site-dialog.tsx';
import styles from './clinics.module.css';

type Open =
  | { what: 'site'; site?: ClinicSite }
  | { what: 'room'; site: ClinicSite; room?: Room }
  | { what: 'days' | 'calendars'; site: ClinicSite };

/**
 * Draws the dialog with the secret calendar addresses of a place. The route passes this function to the tab, because
 * the dialog is in another feature: the practitioners' pages, which contain a similar dialog.
 */
export type SiteCalendarsDialog = (site: ClinicSite, onClose: () => void) => ReactNode;

/** Lists the places of a clinic, each with its rooms and devices. */
export function SitesTab({ clinic, calendars }: { clinic: Clinic; calendars: SiteCalendarsDialog }) {
  const { t } = useTranslation('clinics');
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const people = clinic.members.map(({ user_id, name }) => ({ id: user_id, name }));
  return (
    <div className={screen.stack}>
      <div>
        <Button size="xs" variant="ink" onClick={() => setOpen({ what: 'site' })}>
          <Icon as={Plus} size="s" />
          {t('site.add')}
        </Button>
      </div>
      {clinic.sites.length === 0 ? (
        <EmptyState title={t('site.none')} text={t('site.none.text')} />
      ) : (
        <Grid as="ul" gap={16} min={420} fill>
          {clinic.sites.map((site) => (
            <li key={site.id} className={screen.panel}>
              <Site site={site} onOpen={setOpen} />
            </li>
          ))}
        </Grid>
      )}
      {open?.what === 'site' && <SiteDialog clinicId={clinic.id} site={open.site} onClose={close} />}
      {open?.what === 'room' && <RoomDialog site={open.site} room={open.room} onClose={close} />}
      {open?.what === 'calendars' && calendars(open.site, close)}
      {open?.what === 'days' && <SiteDaysDialog site={open.site} people={people} onClose={close} />}
    </div>
  );
}

function Site({ site, onOpen }: { site: ClinicSite; onOpen: (open: Open) => void }) {
  const { t } = useTranslation('clinics');
  const countries = new Intl.DisplayNames(useLocale(), { type: 'region' });
  return (
    <Stack as="article" gap={12}>
      <h2 className={`title ${styles.names}`}>
        {site.name}
        {!site.is_active && <StatusBadge tone="plain">{t('inactive')}</StatusBadge>}
        {site.is_active && site.checked_at === null && (
          <StatusBadge tone="awaiting" icon={CircleAlert}>
            {t('site.unchecked')}
          </StatusBadge>
        )}
      </h2>
      {site.checked_at === null && <p className="small">{t('site.unchecked.text')}</p>}
      <dl className={screen.facts}>
        {(
          [
            ['address', site.address],
            ['phone', site.phone],
            ['country', countries.of(site.country)],
            ['timezone', site.timezone],
          ] as const
        ).map(([name, value]) => (
          <div key={name} className={screen.fact}>
            <dt>{t(`site.${name}`)}</dt>
            <dd>{value || '–'}</dd>
          </div>
        ))}
      </dl>
      <div className={screen.buttons}>
        <Button size="xs" onClick={() => onOpen({ what: 'site', site })}>
          <Icon as={Pencil} size="s" />
          {t(site.checked_at === null ? 'site.check' : 'site.edit')}
          <span className="visually-hidden"> {site.name}</span>
        </Button>
        <Button size="xs" onClick={() => onOpen({ what: 'days', site })}>
          <Icon as={CalendarDays} size="s" />
          {t('days.title')}
          <span className="visually-hidden"> {site.name}</span>
        </Button>
        {site.is_active && (
          <Button size="xs" onClick={() => onOpen({ what: 'calendars', site })}>
            <Icon as={CalendarSync} size="s" />
            {t('site.calendars')}
            <span className="visually-hidden"> {site.name}</span>
          </Button>
        )}
      </div>
      <h3 className={styles.sub}>{t('room.title')}</h3>
      {site.rooms.length === 0 && <p className="small muted">{t('room.none')}</p>}
      <Stack as="ul" gap={4}>
        {site.rooms.map((room) => (
          <li key={room.id} className={screen.line}>
            <span className={styles.names}>
              {room.name}
              <span className="small muted">{t(`room.kind.${room.kind}`)}</span>
              {!room.is_active && <StatusBadge tone="plain">{t('inactive')}</StatusBadge>}
            </span>
            <Button size="xs" variant="quiet" onClick={() => onOpen({ what: 'room', site, room })}>
              {t('edit')}
              <span className="visually-hidden"> {room.name}</span>
            </Button>
          </li>
        ))}
      </Stack>
      <div>
        <Button size="xs" variant="quiet" onClick={() => onOpen({ what: 'room', site })}>
          <Icon as={Plus} size="s" />
          {t('room.add')}
          <span className="visually-hidden"> {site.name}</span>
        </Button>
      </div>
    </Stack>
  );
}
