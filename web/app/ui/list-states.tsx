import { CircleAlert, RotateCw } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isConnectionLost } from '#web/lib/connection.ts';
import { Button } from './button.tsx';
import { FaceDrawing } from './face/face-drawing.tsx';
import { Icon } from './icon.tsx';
import './list-states.css';

interface EmptyProps {
  title: ReactNode;
  /** A text about the next step. */
  text?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ title, text, action }: EmptyProps) {
  return (
    <div className="list-state">
      <FaceDrawing />
      <p className="list-state__title">{title}</p>
      {text && <p className="small muted">{text}</p>}
      {action}
    </div>
  );
}

interface ErrorProps {
  title?: ReactNode;
  /** A text that says which data is safe despite the error. If it is missing, the text describes `error`. */
  text?: ReactNode;
  error?: unknown;
  onRetry: () => void;
  busy?: boolean;
}

export function ErrorState({ title, text, error, onRetry, busy }: ErrorProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  useFocusStaysInDialog(box);
  return (
    <div className="list-state" role="alert" ref={box}>
      <Icon as={CircleAlert} size="l" className="list-state__fault" />
      <p className="list-state__title">{title ?? t('list.error.title')}</p>
      <p className="small muted">{text ?? t(isConnectionLost(error) ? 'list.error.text' : 'list.error.fault')}</p>
      <Button size="s" onClick={onRetry} busy={busy}>
        <Icon as={RotateCw} size="s" />
        {t('tryAgain')}
      </Button>
    </div>
  );
}

/**
 * If the error disappears while its button has the focus, moves the focus to the dialog around it. Otherwise the dialog
 * would not receive the next key, for example Escape.
 */
function useFocusStaysInDialog(box: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const leaving = box.current;
    return () => {
      if (!leaving?.contains(document.activeElement)) return;
      leaving.closest<HTMLElement>('[role=dialog]')?.focus({ preventScroll: true });
    };
  }, [box]);
}
