import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import type { Fix } from '../sign/use-fix.ts';
import styles from './check.module.css';
import { MarkItem } from './mark-item.tsx';
import type { LiveCheck } from './use-artefacts.ts';

interface Props {
  check: LiveCheck;
  onFix: (fix: Fix) => void;
  onPoint: (mark: number | null) => void;
}

/**
 * Shows the results of the automatic check of the current drawing. The doctor cannot accept marks here. The doctor
 * accepts them later, in the review, which shows the stored images.
 */
export function LiveCheckSection({ check: { artefacts, retry }, onFix, onPoint }: Props) {
  const { t } = useTranslation('studio');
  if (artefacts === null) return null;
  const isList = typeof artefacts !== 'string';
  const state = isList
    ? artefacts.length > 0
      ? t('mark.live.some', { count: artefacts.length })
      : t('mark.live.none')
    : t(`mark.live.${artefacts}`);
  return (
    <Stack as="section" gap={8} className={styles.live} aria-label={t('mark.live')}>
      <h3>
        {t('mark.live')}
        <span role="status">{state}</span>
      </h3>
      {artefacts === 'failed' && (
        <>
          <p>{t('mark.live.failed_text')}</p>
          <Button size="xs" onClick={retry}>
            {t('mark.live.retry')}
          </Button>
        </>
      )}
      {isList && artefacts.length > 0 && (
        <Stack as="ul" className={styles.list}>
          {artefacts.map((mark, i) => (
            <MarkItem
              key={`${mark.kind} ${mark.x} ${mark.y}`}
              mark={mark}
              number={i + 1}
              onFix={onFix}
              onPoint={(isPointed) => onPoint(isPointed ? i : null)}
            />
          ))}
        </Stack>
      )}
    </Stack>
  );
}
