import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import type { MyAppointment } from '#contract/appointments.ts';
import { Alternatives } from './alternatives.tsx';
import styles from './cards.module.css';
import { useTitleOf } from './words.ts';

interface Props {
  appointment: MyAppointment;
  alternatives: NonNullable<MyAppointment['alternatives']>;
  onDetails: () => void;
}

export function AlternativesCard({ appointment, alternatives, onDetails }: Props) {
  const { t } = useTranslation('appointments');
  const titleOf = useTitleOf();
  return (
    <Card raised aria-label={titleOf(appointment)}>
      <StatusBadge tone="awaiting">{t('alternatives.badge')}</StatusBadge>
      <div className={styles.lead}>
        <div>
          <h3 className="h3">{alternatives.is_over ? titleOf(appointment) : t('alternatives.title')}</h3>
          {!alternatives.is_over && <p className="muted">{titleOf(appointment)}</p>}
        </div>
        <Button variant="quiet" size="s" onClick={onDetails}>
          {t('details')}
        </Button>
      </div>
      <Alternatives appointment={appointment} alternatives={alternatives} />
    </Card>
  );
}
