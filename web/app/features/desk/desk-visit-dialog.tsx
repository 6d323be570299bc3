import { Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClinicTime } from '#contract/agenda.ts';
import { useVisitWords } from '#web/lib/visit-words.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import styles from './desk.module.css';

interface Props {
  visit: ClinicTime;
  details: ReactNode;
  onMove: () => void;
  onClose: () => void;
}

/**
 * The dialog in which the reception sees a visit: the patient, the patient's phone number and the outcome. A button
 * moves the visit, for people who cannot drag it with a mouse.
 */
export function DeskVisitDialog({ visit, details, onMove, onClose }: Props) {
  const { t } = useTranslation('agenda');
  const words = useVisitWords();
  const phone = visit.visit?.patient_phone;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={<bdi>{words.who(visit)}</bdi>}
      lead={[words.what(visit), visit.practitioner.name].join(', ')}
    >
      <Stack gap={24}>
        {phone && (
          <a
            className={styles.phone}
            href={`tel:${phone.replace(/[^+\d]/g, '')}`}
            aria-label={t('desk.call', { phone })}
          >
            <Icon as={Phone} size="s" />
            <bdi className="num">{phone}</bdi>
          </a>
        )}
        {details}
        {visit.state === 'booked' && (
          <div>
            <Button size="s" onClick={onMove}>
              {t('move')}
            </Button>
          </div>
        )}
      </Stack>
    </Dialog>
  );
}
