import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonLook } from './button.tsx';
import { classNames } from './class-names.ts';
import { Dialog } from './dialog.tsx';
import './form-dialog.css';

interface Props {
  onClose: () => void;
  title: ReactNode;
  lead?: ReactNode;
  size?: 's' | 'm' | 'l';
  /** The label of the submit button. */
  action: ReactNode;
  look?: Pick<ButtonLook, 'variant' | 'size'>;
  /** The label of the button that closes the dialog. The default is 'Cancel'. */
  wayOut?: ReactNode;
  /** True while the form is being sent. The dialog stays open, and its fields cannot be changed. */
  busy: boolean;
  /** True if the person cannot send the form yet. The dialog must show the reason. */
  disabled?: boolean | undefined;
  /** True if the form opens with something that the person wrote before. A click outside then has no effect. */
  isWrittenIn?: boolean;
  /**
   * Sends the form. The function is not called while `busy` is true. After the call, the first field with an error gets
   * the focus. Callers read uncontrolled fields from the form element.
   */
  onSubmit: (form: HTMLFormElement) => void;
  /** An error that belongs to no field. */
  problem?: ReactNode;
  /** Content at the start of the footer. */
  aside?: ReactNode;
  /** Content below the form that is not part of the form. */
  below?: ReactNode;
  formClass?: string | undefined;
  children: ReactNode;
}

/** Scrolls to the problem. Otherwise the footer of the dialog covers the end of a long form on a phone. */
const intoView = (problem: HTMLElement | null) => problem?.scrollIntoView({ block: 'center' });

/**
 * A form in a dialog, with fields, errors, and a footer with buttons. The button that closes the dialog is first, and
 * the action is last. Enter submits the form.
 */
export function FormDialog(props: Props) {
  const { onClose, title, lead, size, action, look, wayOut, busy, disabled, onSubmit } = props;
  const { problem, aside, below } = props;
  const id = useId();
  const [isWrittenIn, setWrittenIn] = useState(props.isWrittenIn ?? false);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    flushSync(() => onSubmit(form));
    form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isDismissable={!busy}
      isWrittenIn={isWrittenIn}
      title={title}
      lead={lead}
      {...(size && { size })}
      footer={<FormFoot id={id} {...{ onClose, action, look, wayOut, busy, disabled, aside }} />}
    >
      <form
        id={id}
        className={classNames('form-dialog', props.formClass)}
        noValidate
        onSubmit={submit}
        onInput={() => setWrittenIn(true)}
      >
        {props.children}
        {problem && (
          <p className="form-dialog__problem" role="alert" ref={intoView}>
            {problem}
          </p>
        )}
      </form>
      {below}
    </Dialog>
  );
}

type FootProps = Pick<Props, 'onClose' | 'action' | 'look' | 'wayOut' | 'busy' | 'disabled' | 'aside'>;

/**
 * The footer of `FormDialog`. A dialog with several steps cannot use `FormDialog` if only one step is a form. It
 * renders this footer itself. `id` is the id of the form.
 */
export function FormFoot({ id, onClose, action, look, wayOut, busy, disabled, aside }: FootProps & { id: string }) {
  const { t } = useTranslation();
  return (
    <>
      {aside}
      <Button variant="quiet" size={look?.size} onClick={onClose} disabled={busy}>
        {wayOut ?? t('cancel')}
      </Button>
      <Button variant="primary" {...look} type="submit" form={id} saving={busy} disabled={disabled}>
        {action}
      </Button>
    </>
  );
}
