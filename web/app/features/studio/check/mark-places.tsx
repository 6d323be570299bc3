import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { RenderingMark } from '#contract/drafts.ts';
import styles from './check.module.css';

export type PlacedMark = Pick<RenderingMark, 'kind' | 'x' | 'y' | 'radius'> & { is_accepted?: boolean };

interface Props {
  marks: readonly PlacedMark[];
  /** The mark whose name is shown. If there is only one mark, its name is always shown. */
  shown: number | null;
}

/**
 * Draws numbered circles on an image, at the places that the doctor must check. The list next to the image contains the
 * same information as text.
 */
export function MarkPlaces({ marks, shown }: Props) {
  const { t } = useTranslation('studio');
  return (
    <div className={styles.places} aria-hidden="true" dir="ltr">
      {marks.map(({ kind, x, y, radius, is_accepted }, i) => {
        if (radius === 0) return null;
        const place = { '--mark-x': x, '--mark-y': y, '--mark-radius': radius } as CSSProperties;
        const isNamed = shown === i || (shown === null && marks.length === 1);
        return (
          <span
            key={`${kind} ${x} ${y}`}
            style={place}
            data-shown={shown === i || undefined}
            data-accepted={is_accepted || undefined}
          >
            <b data-side={x > 0.5 ? 'left' : 'right'}>
              {i + 1}
              {isNamed && <span>{t('mark.here', { what: t(`mark.kind.${kind}`) })}</span>}
            </b>
          </span>
        );
      })}
    </div>
  );
}
