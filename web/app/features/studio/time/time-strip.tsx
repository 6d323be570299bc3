import { Clock3, Rotate3d } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotoEntry } from '#contract/intake.ts';
import { type Moment, signsAt } from '#engine/time/course.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { TimeBar } from '#web/ui/time-bar.tsx';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { signedEarlier, storedPicture } from '../stage/stored-painter.ts';
import { TurnDialog } from './turn-dialog.tsx';
import { drawable } from '../treatment/treatments.ts';
import styles from './time.module.css';

interface Props {
  photo: PhotoEntry;
  moment: Moment | null;
  isUntreated: boolean;
  onMoment: (moment: Moment | null) => void;
}

/**
 * Shows the controls for the days after the treatment, below the stage. If the stage shows a stored image from an
 * earlier version of the engine, a text replaces the controls. Such an image cannot be drawn for other days.
 */
export function TimeStrip({ photo, moment, isUntreated, onMoment }: Props) {
  const { t } = useTranslation('course');
  const { studioCase, isEditable } = useWorkspace();
  const { content } = useDraft();
  const [isTurning, setTurning] = useState(false);
  if (!isEditable && storedPicture(signedEarlier(studioCase), content, photo.pose))
    return <p className={styles.stored}>{t('stored')}</p>;
  return (
    <Row gap={16} rowGap={8} align="start" wrap className={styles.strip}>
      <Button
        size="s"
        aria-expanded={moment !== null}
        onClick={() => onMoment(moment ? null : { day: 30, band: 'likely' })}
      >
        <Icon as={Clock3} size="s" />
        {t(moment ? 'close' : 'open')}
      </Button>
      {photo.pose === 'front' && !isUntreated && (
        <Button size="s" onClick={() => setTurning(true)}>
          <Icon as={Rotate3d} size="s" />
          {t('turn.open')}
        </Button>
      )}
      {isTurning && <TurnDialog photo={photo} moment={moment} onClose={() => setTurning(false)} />}
      {moment && (
        <TimeBar
          moment={moment}
          onChange={onMoment}
          signs={isUntreated ? [] : signsAt(drawable(content.recipes[content.style]), moment.day)}
          isUntreated={isUntreated}
        />
      )}
    </Row>
  );
}
