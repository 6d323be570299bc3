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
  /** One line that says what the action does. */
  lead?: ReactNode;
  children?: ReactNode;
  /** The buttons: the one that closes is first, the action last. */
  footer?: ReactNode;
  /** s 440 px messages, m 520 px forms, l 768 px work, xl 1120 px plans, window 70 % of the viewport */
  size?: 's' | 'm' | 'l' | 'xl' | 'window';
  /** False while an answer could be lost. Escape and a click outside then do nothing. */
  isDismissable?: boolean;
  /**
   * The person has typed in the dialog. A click outside is then usually a mistake, so it does nothing. Escape and the
   * buttons still close the dialog.
   */
  isWrittenIn?: boolean;
  /** The current step. Screen readers read a new step from its title on. */
  step?: string | undefined;
}

/** Centred from 900 px on, and below that a sheet with a sticky head. It takes the focus, Escape closes it, and the focus returns. */
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

/** Rendered inside the dialog, because a closed dialog must not handle Escape. */
function Escape({ onEscape }: { onEscape: () => void }) {
  useEscapeAnywhere(onEscape);
  return null;
}

/** The focused element disappeared with the previous step, so the title at the top of the sheet gets the focus. */
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
