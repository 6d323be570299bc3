import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Clinic, ClinicService } from '#contract/clinics.ts';
import { useFormat } from '#web/lib/format.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { ColumnHeads, Table } from '#web/ui/table.tsx';
import screen from '../screen.module.css';
import { ServiceDialog } from './service-dialog.tsx';
import styles from './clinics.module.css';

const columns = ['service', 'minutes', 'price', 'who', 'rooms'] as const;

/** Lists the services of a clinic. */
export function ServicesTab({ clinic }: { clinic: Clinic }) {
  const { t } = useTranslation('clinics');
  const [open, setOpen] = useState<ClinicService | 'new'>();
  return (
    <div className={screen.stack}>
      <div>
        <Button size="xs" variant="ink" onClick={() => setOpen('new')}>
          <Icon as={Plus} size="s" />
          {t('service.add')}
        </Button>
      </div>
      {clinic.services.length === 0 ? (
        <EmptyState title={t('service.none')} text={t('service.none.text')} />
      ) : (
        <Table caption={t('tab.services')} className={screen.table}>
          <ColumnHeads names={columns.map((name) => t(`column.${name}`))} />
          <tbody>
            {clinic.services.map((service) => (
              <Service key={service.id} clinic={clinic} service={service} onOpen={() => setOpen(service)} />
            ))}
          </tbody>
        </Table>
      )}
      {open && (
        <ServiceDialog clinic={clinic} service={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />
      )}
    </div>
  );
}

interface ServiceProps {
  clinic: Clinic;
  service: ClinicService;
  onOpen: () => void;
}

function Service({ clinic, service, onOpen }: ServiceProps) {
  const { t } = useTranslation('clinics');
  const { money, commas } = useFormat();
  const locale = useLocale();
  const people = clinic.members.filter(({ user_id }) => service.practitioner_ids.includes(user_id));
  // Rooms of different places often share a name, so the name of the place is added.
  const nameOf = (room: string, site: string) => (clinic.sites.length > 1 ? `${room} (${site})` : room);
  const rooms = clinic.sites.flatMap((site) =>
    site.rooms.filter(({ id }) => service.room_ids.includes(id)).map(({ name }) => nameOf(name, site.name)),
  );
  return (
    <tr>
      <td data-label={t('column.service')}>
        <span className={styles.names}>
          <button type="button" className={screen.open} onClick={onOpen}>
            {locale === 'fr' ? service.name_fr : service.name_en}
          </button>
          {!service.is_active && <StatusBadge tone="plain">{t('inactive')}</StatusBadge>}
          {service.is_active && service.is_direct && <StatusBadge tone="calm">{t('service.direct')}</StatusBadge>}
        </span>
      </td>
      <td data-label={t('column.minutes')}>{t('service.length', { count: service.minutes })}</td>
      <td data-label={t('column.price')}>
        <span>
          {service.price_cents === null ? t('service.onQuote') : money(service.price_cents, service.currency)}
          {service.deposit_cents !== null && (
            <small>{t('service.depositOf', { amount: money(service.deposit_cents, service.currency) })}</small>
          )}
        </span>
      </td>
      <td data-label={t('column.who')}>
        {people.length > 0 ? (
          <bdi>{commas(people.map(({ name }) => name))}</bdi>
        ) : (
          <span className={screen.late}>{t('service.nobody')}</span>
        )}
      </td>
      <td data-label={t('column.rooms')}>
        {service.is_video ? t('service.byVideo') : rooms.length > 0 ? commas(rooms) : t('service.noRoom')}
      </td>
    </tr>
  );
}
