import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RenderingMark } from '#contract/drafts.ts';
import { isTreatmentName } from '#engine/recipe.ts';
import { Button } from '#web/ui/button.tsx';
import { Row } from '#web/ui/layout.tsx';
import type { Fix } from '../sign/use-fix.ts';

interface Props {
  mark: Pick<RenderingMark, 'kind' | 'treatment'>;
  number: number;
  onFix: (fix: Fix) => void;
  onPoint?: (isPointed: boolean) => void;
  /** Further buttons that the screen adds, for example to look at the mark or to accept it. */
  children?: ReactNode;
  /** A note below the text, such as the time when the mark was accepted. */
  note?: ReactNode;
}

/**
 * Shows a mark (a place that the check found suspicious) as text. Its button opens the treatment whose dose the doctor
 * should lower first.
 */
export function MarkItem({ mark: { kind, treatment }, number, onFix, onPoint, children, note }: Props) {
  const { t } = useTranslation('studio');
  const name = treatment && isTreatmentName(treatment) ? t(`treatment.${treatment}`) : null;
  const point = (isPointed: boolean) => () => onPoint?.(isPointed);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- points at the place in the image; its buttons do the same by keyboard
    <li onPointerEnter={point(true)} onPointerLeave={point(false)} onFocus={point(true)} onBlur={point(false)}>
      <b aria-hidden="true">{number}</b>
      <div>
        <p>{t(`mark.kind.${kind}`)}</p>
        <small>{note ?? t(`mark.why.${kind}`)}</small>
        <Row as="span" gap={8} wrap>
          {children}
          {name && (
            <Button size="xs" onClick={() => onFix({ tab: 'treatment', treatment: treatment ?? undefined })}>
              {t('mark.lower', { what: name })}
            </Button>
          )}
        </Row>
      </div>
    </li>
  );
}
