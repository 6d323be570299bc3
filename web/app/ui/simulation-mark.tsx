import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from './class-names.ts';
import './simulation-mark.css';

interface Props {
  /** In a corner of the picture, along its foot, or as the bare word along the foot of a thumbnail. */
  as?: 'plate' | 'strip' | 'word';
  className?: string;
  /** On the plate after the words: a day. */
  children?: ReactNode;
}

/**
 * Says over a picture that it is a simulation, in the reader's language. It lies over the visible box of the picture, so no crop and no zoom cuts it.
 * The file bears the same words (`markSimulation` on the server). Its parent is positioned.
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
