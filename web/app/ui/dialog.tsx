import { X } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useEscapeAnywhere } from '#web/lib/open-dialogs.ts';
import { IconButton } from './icon-button.tsx';
import './dialog.css';

interface Props {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  /** One line that describes the effect of the dialog's action. */
  lead?: ReactNode;
  children?: ReactNode;
  /** The buttons. The button that closes the dialog is first, and the action is last. */
  footer?: ReactNode;
  /**
   * The width. s is 440 px, for messages. m is 520 px, for forms. l is 768 px, for work. xl is 1120 px, for plans.
   * window is 70 % of the viewport.
   */
  size?: 's' | 'm' | 'l' | 'xl' | 'window';
  /**
   * False while the dialog must stay open, for example during a request. Escape, a click outside the dialog and its
   * close button then have no effect.
   */
  isDismissable?: boolean;
  /**
   * True if the person has typed in the dialog. A click outside the dialog is then usually a mistake, so it has no
   * effect. Escape and the buttons still close the dialog.
   */
  isWrittenIn?: boolean;
  /**
   * The key of the current step. When the step changes, screen readers announce the new step, beginning with its title.
   */
  step?: string | undefined;
}

/**
 * A dialog. From 900 px it is centred. On narrower screens it is a sheet at the bottom of the screen. The dialog takes
 * the focus, and Escape closes it. The focus then returns to the element that had it before.
 */
export function Dialog(props: Props) {
  const { isOpen, onClose, title, lead, children, footer, size = 'm', isDismissable = true, isWrittenIn, step } = props;
  const { t } = useTranslation();
  const heading = useReadFromTitle(step);
  return (
    <ModalOverlay
      className="dialog-scrim"
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={isDismissable && !isWrittenIn}
      isKeyboardDismissDisabled={!isDismissable}
    >
      <Modal className={`dialog dialog--${size}`}>
        <Escape onEscape={() => isDismissable && onClose()} />
        <AriaDialog className="dialog__inner">
          <header className="dialog__head">
            <div>
              <Heading slot="title" className="h3 dialog__title" ref={heading} tabIndex={-1}>
                {title}
              </Heading>
              {lead && <p className="muted">{lead}</p>}
            </div>
            <IconButton icon={X} label={t('close')} onClick={onClose} disabled={!isDismissable} />
          </header>
          {children && <div className="dialog__body">{children}</div>}
          {footer && <footer className="dialog__foot">{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/**
 * Handles Escape while the dialog is open. It is rendered inside the dialog, so it exists only while the dialog is
 * open. A closed dialog must not handle Escape.
 */
function Escape({ onEscape }: { onEscape: () => void }) {
  useEscapeAnywhere(onEscape);
  return null;
}

/**
 * Moves the focus to the title when the step changes, because the focused element of the previous step no longer
 * exists.
 */
function useReadFromTitle(step: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useLayoutEffect(() => {
    if (step === shown.current) return;
    shown.current = step;
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('.dialog')?.scrollTo(0, 0);
  }, [step]);
  return heading;
}
