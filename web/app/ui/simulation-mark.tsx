import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from './class-names.ts';
import './simulation-mark.css';

interface Props {
  /**
   * The shape of the mark. 'plate' is a label in a corner of the image. 'strip' is a strip along the bottom edge.
   * 'word' is a strip with only one word, for small images.
   */
  as?: 'plate' | 'strip' | 'word';
  className?: string;
  /** Text after the word in the mark, for example a date. */
  children?: ReactNode;
}

/**
 * Marks an image as a simulation, in the reader's language. The mark is in the visible part of the image, so no crop or
 * zoom cuts it off. The image file itself contains a French mark (`markSimulation` on the server). The parent element
 * must be positioned.
 */
export function SimulationMark({ as = 'plate', className, children }: Props) {
  const { t } = useTranslation();
  return (
    <span className={classNames('simulation-mark', as !== 'plate' && 'simulation-mark--strip', className)} dir="auto">
      <b>{t('compare.simulation')}</b>
      {as !== 'word' && <span>{t('compare.virtual')}</span>}
      {children && <span>{children}</span>}
    </span>
  );
}
