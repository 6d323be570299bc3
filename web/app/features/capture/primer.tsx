import { Lock, StickyNote, Sun } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { poses } from './poses.ts';
import styles from './primer.module.css';

interface Props {
  /** False while the page checks whether the consent was already given. */
  isReady: boolean;
  onStart: (way: 'camera' | 'files') => Promise<void>;
}

/** Lets the person start only if the consent is ticked. If it is not, the page scrolls to the consent. */
function useConsentedStart(onStart: Props['onStart']) {
  const { t } = useTranslation('capture');
  const box = useRef<HTMLDivElement>(null);
  const [isAgreed, setAgreed] = useState(false);
  const [fault, setFault] = useState<string>();
  const [isStarting, setStarting] = useState<'camera' | 'files' | null>(null);

  // The page is prerendered, so people may tick the box before React has loaded. React does not notice such a tick, so
  // the first layout effect copies it into the state.
  useLayoutEffect(() => {
    if (box.current?.querySelector('input')?.checked) setAgreed(true);
  }, []);

  // The error appears at the end of the page, where the buttons cover it on phones. The page therefore scrolls to the
  // error.
  useEffect(() => {
    if (fault) box.current?.scrollIntoView({ block: 'center' });
  }, [fault]);

  const start = async (way: 'camera' | 'files') => {
    if (!isAgreed) {
      setFault(t('primer.consentNeeded'));
      box.current?.querySelector('input')?.focus({ preventScroll: true });
      return;
    }
    setStarting(way);
    try {
      await onStart(way);
    } catch {
      setFault(t('error.consent'));
      setStarting(null);
    }
  };
  const agree = (isTicked: boolean) => {
    setAgreed(isTicked);
    setFault(undefined);
  };
  return { box, isAgreed, fault, isStarting, agree, start };
}

/** Shows the steps, the reasons for them, and the consent, before the camera starts. */
export function Primer({ isReady, onStart }: Props) {
  const { t } = useTranslation(['capture', 'consent']);
  const { box, isAgreed, fault, isStarting, agree, start } = useConsentedStart(onStart);
  return (
    <div className={styles.primer}>
      <Stack align="center" className={styles.art}>
        <FaceDrawing className={styles.mesh} />
      </Stack>
      <div className={styles.words}>
        <h1 className="h1">{t('title')}</h1>
        <p className="lead">{t('primer.lead')}</p>
        <Poses />
        <Row as="p" gap={10} className={styles.tip}>
          <Icon as={Sun} size="s" />
          {t('primer.tips')}
        </Row>
        <Stack gap={12} className={styles.consent} ref={box}>
          <Checkbox
            label={t('consent:simulation')}
            error={fault}
            checked={isAgreed}
            onChange={(event) => agree(event.target.checked)}
          />
          <Row as="p" gap={10} className={styles.tip}>
            <Icon as={Lock} size="s" />
            <span>
              <b>{t('primer.why')}</b> {t('consent:simulation.why')}
            </span>
          </Row>
        </Stack>
        <Row as="p" gap={10} className={styles.tip}>
          <Icon as={StickyNote} size="s" />
          {t('primer.sheet')}
        </Row>
        <Row gap={8} wrap className={styles.actions}>
          <Button
            variant="primary"
            size="l"
            onClick={() => start('camera')}
            busy={!isReady || isStarting === 'camera'}
            busyLabel={t('primer.starting')}
          >
            {t('primer.camera')}
          </Button>
          <Button size="l" variant="quiet" onClick={() => start('files')} busy={!isReady || isStarting === 'files'}>
            {t('primer.files')}
          </Button>
        </Row>
      </div>
    </div>
  );
}

/** Lists the three photos that will be taken. */
function Poses() {
  const { t } = useTranslation('capture');
  return (
    <ol className={styles.poses} aria-label={t('primer.how')}>
      {poses.map((pose) => (
        <li key={pose}>
          <FaceDrawing drawing={pose} className={styles.pose} />
          <span>
            <b>{t(`pose.${pose}`)}</b>
            <span>{t(`primer.${pose}`)}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
