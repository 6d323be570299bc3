import { ExternalLink, Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Video } from './video.ts';
import styles from './external-video.module.css';

/** A video of another provider. The provider gets no request before the person presses play. */
export function ExternalVideo({ video }: { video: Video }) {
  const { t } = useTranslation('community');
  const [isPlaying, setPlaying] = useState(false);
  if (isPlaying)
    return (
      <iframe
        className={styles.frame}
        src={video.embed}
        title={t('video.frame', { provider: video.provider })}
        allow="fullscreen; encrypted-media; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      />
    );
  return (
    <div className={styles.frame}>
      <p className={styles.provider}>{video.provider}</p>
      <Button size="s" onClick={() => setPlaying(true)}>
        <Icon as={Play} size="s" />
        {t('video.play')}
      </Button>
      <p className={styles.note}>{t('video.note', { provider: video.provider })}</p>
      <a className={styles.note} href={video.url} target="_blank" rel="nofollow ugc noopener noreferrer">
        {t('video.open')} <Icon as={ExternalLink} size="s" />
      </a>
    </div>
  );
}
