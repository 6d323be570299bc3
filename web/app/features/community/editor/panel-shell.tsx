import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Row } from '#web/ui/layout.tsx';
import styles from './rich-editor.module.css';

interface ShellProps {
  onDone: () => void;
  onClose: () => void;
  action: string;
  children: ReactNode;
}

/**
 * The frame of a panel that the toolbar opens. The panel is inside a form, so it cannot be a form itself. Enter acts
 * like the panel's button, and Escape returns to the text.
 */
export function Shell({ onDone, onClose, action, children }: ShellProps) {
  const { t } = useTranslation('community');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
      if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
      event.preventDefault();
      onDone();
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [onClose, onDone]);
  return (
    <Row gap={12} align="start" wrap className={styles.panel} ref={box} role="group" aria-label={action}>
      {children}
      <Row gap={8} className={styles.panelButtons}>
        <Button size="xs" variant="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button size="xs" variant="ink" onClick={onDone}>
          {action}
        </Button>
      </Row>
    </Row>
  );
}
