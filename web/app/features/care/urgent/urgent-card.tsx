import { Siren } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import styles from '../care.module.css';

const UrgentDialog = onDemand(async () => (await import('./urgent-dialog.tsx')).UrgentDialog);

/** Opens the urgent report. The card is always in the same place, so that a frightened person finds it. */
export function UrgentCard() {
  const { t } = useTranslation('care');
  const [isOpen, setOpen] = useState(false);
  return (
    <Card className={styles.wide} title={t('urgent.title')}>
      <p className={styles.text}>{t('urgent.text')}</p>
      <p>
        <Button variant="danger" size="s" onClick={() => setOpen(true)}>
          <Icon as={Siren} size="s" />
          {t('urgent.open')}
        </Button>
      </p>
      {isOpen && <UrgentDialog onClose={() => setOpen(false)} />}
    </Card>
  );
}
