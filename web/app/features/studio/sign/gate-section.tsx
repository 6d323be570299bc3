import { Check as CheckIcon, CircleAlert } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { focusSoon } from '#web/lib/focus-soon.ts';
import { Icon } from '#web/ui/icon.tsx';
import { GateFix } from './gate-fix.tsx';
import type { GateLine } from './gate-lines.ts';
import type { Marking } from './picture-marks.tsx';
import styles from './sign.module.css';
import type { Fix } from './use-fix.ts';
import { useGateWords } from './gate-words.ts';

interface Props {
  lines: readonly GateLine[] | null;
  isFailing: boolean;
  onFix: (fix: Fix) => void;
  onSee: (() => void) | undefined;
  marking: Marking;
}

const firstOpen = '[data-open] :is(textarea, input, select, button)';

/**
 * Lists the points that the doctor must resolve before signing. Each line shows a point and how to resolve it. When the
 * review opens, the first open line gets the focus.
 */
export function GateSection({ lines, isFailing, onFix, onSee, marking }: Props) {
  const { t } = useTranslation('studio');
  const words = useGateWords();
  const section = useRef<HTMLElement>(null);
  useFirstOpen(section, lines !== null, marking.pictures.length > 0);
  const open = lines?.filter(({ isOpen }) => isOpen).length ?? 0;
  return (
    <section className={styles.gates} aria-label={t('gates')} ref={section} data-gates>
      <h3>
        {t('gates')}
        {lines && <span aria-live="polite">{open === 0 ? t('gates.settled') : t('gates.open', { count: open })}</span>}
      </h3>
      {!lines && <p role={isFailing ? 'alert' : 'status'}>{t(isFailing ? 'gates.unread' : 'gates.reading')}</p>}
      <ul>
        {lines?.map((line) => (
          <li key={line.key} data-open={line.isOpen || undefined} data-gate={line.code}>
            <Icon
              as={line.isOpen ? CircleAlert : CheckIcon}
              size="s"
              label={t(line.isOpen ? 'check.open' : 'check.met')}
            />
            <div>
              <p>{words(line)}</p>
              <GateFix line={line} onFix={onFix} onSee={onSee} marking={marking} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Moves the focus to the first open line. Lines about images have no control until the images exist. If the doctor
 * already uses another control of the review, the focus stays there.
 */
function useFirstOpen(section: RefObject<HTMLElement | null>, isRead: boolean, hasPictures: boolean) {
  useEffect(() => {
    const dialog = section.current?.closest('[role=dialog]');
    const isAtControl = document.activeElement !== dialog && dialog?.contains(document.activeElement);
    if (isRead && !isAtControl) focusSoon(() => section.current?.querySelector(firstOpen) ?? dialog);
  }, [section, isRead, hasPictures]);
}

/** Moves the focus to the first open line. Called when the doctor tries to sign while lines are open. */
export const focusFirstOpen = () => focusSoon(() => document.querySelector(`[data-gates] ${firstOpen}`));
