import { useTranslation } from 'react-i18next';
import type { VideoSide } from '#contract/video.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import styles from './video.module.css';

const steps = ['permission', 'iphone', 'busy', 'network', 'reload'] as const;

/**
 * Shows advice for problems with camera, microphone or connection. The most frequent cause is first. The advice to use
 * the phone is last.
 */
export function Trouble({ side, onClose }: { side: VideoSide; onClose: () => void }) {
  const { t } = useTranslation(['video', 'video-doctor']);
  return (
    <Dialog isOpen onClose={onClose} title={t('video:trouble.title')}>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>
            <b>{t(`video:trouble.${step}.title`)}</b>
            <p>{t(`video:trouble.${step}.text`)}</p>
          </li>
        ))}
        <li>
          <b>{t('video:trouble.phone.title')}</b>
          <p>{side === 'doctor' ? t('video-doctor:trouble.phone') : t('video:trouble.phone.text')}</p>
        </li>
      </ol>
    </Dialog>
  );
}
