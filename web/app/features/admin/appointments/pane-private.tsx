import { Lock } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { useFormat } from '#web/lib/format.ts';
import { Icon } from '#web/ui/icon.tsx';
import { PaneSection } from './pane-section.tsx';
import styles from './pane.module.css';

export function PanePrivate({ appointment, onEdit }: { appointment: AdminAppointment; onEdit: () => void }) {
  const { t } = useTranslation('admin');
  const { money } = useFormat();
  const price = (cents: number | null) =>
    cents === null ? undefined : money(cents, appointment.final_currency ?? undefined);
  const facts = [
    [t('private.provider'), [appointment.provider_name, appointment.provider_phone].filter(Boolean).join(', ')],
    [t('private.initial'), price(appointment.provider_initial_price_cents)],
    [t('private.negotiated'), price(appointment.negotiated_price_cents)],
    [t('private.agreed'), price(appointment.provider_price_cents)],
    [t('private.note'), appointment.admin_private_note],
  ].filter(([, value]) => value);
  const title = (
    <span className={styles.lock}>
      <Icon as={Lock} size="s" />
      {t('private.title')}
    </span>
  );
  const aside = (
    <span>
      <small className="muted">{t('private.never')}</small>{' '}
      <button type="button" className="link small" onClick={onEdit} aria-label={`${t('edit')}: ${t('private.title')}`}>
        {t('edit')}
      </button>
    </span>
  );
  return (
    <PaneSection title={title} aside={aside}>
      {facts.length === 0 ? (
        <p className="small muted">{t('private.none')}</p>
      ) : (
        <dl className={`${styles.facts} ${styles.note}`}>
          {facts.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </dl>
      )}
    </PaneSection>
  );
}
