import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskTime } from '#contract/agenda.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { useVisitWords } from '#web/lib/visit-words.ts';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/**
 * Draws the details and the outcome of a visit. The route passes this function to the dialog, because the function
 * belongs to another feature: the practitioners' agenda, which shows the same details.
 */
export type VisitDetails = (visit: DeskTime, now: number, onDone: () => void) => ReactNode;

interface Props {
  visit: DeskTime;
  details: VisitDetails;
  now: number;
  onMove: () => void;
  onClose: () => void;
}

/**
 * Shows a visit to an administrator, with a link to the appointment and a button for moving the visit without a mouse.
 */
export function DeskVisitDialog({ visit, details, now, onMove, onClose }: Props) {
  const { t } = useTranslation('agenda');
  const words = useVisitWords();
  const locale = useLocale();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={<bdi>{words.who(visit)}</bdi>}
      lead={[words.what(visit), visit.practitioner.name].join(', ')}
    >
      <Stack gap={24}>
        {details(visit, now, onClose)}
        <Row gap={8} wrap>
          {visit.visit && (
            <LinkButton to={inLanguage(`/admin?a=${visit.visit.appointment_id}`, locale)} size="s">
              {t('appointment')}
            </LinkButton>
          )}
          {visit.state === 'booked' && (
            <Button size="s" onClick={onMove}>
              {t('move')}
            </Button>
          )}
        </Row>
      </Stack>
    </Dialog>
  );
}
