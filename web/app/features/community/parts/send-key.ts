import type { KeyboardEvent, SubmitEvent } from 'react';

/**
 * Returns a handler that sends a text with Ctrl+Enter or Cmd+Enter. The handler must run in the capture phase, because
 * the editor would otherwise insert a line break. React also delivers key presses in dialogs that the form opened. The
 * handler ignores them.
 */
export const sendKey = (send: () => void) => (event: KeyboardEvent) => {
  if (!event.currentTarget.contains(event.target as Node)) return;
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.stopPropagation();
  send();
};

/**
 * Returns a handler that sends a text when its form is submitted. React also delivers the submit events of dialogs that
 * the form opened, although the dialogs are not inside the form in the document. The handler ignores them.
 */
export const ownSubmit = (send: () => void) => (event: SubmitEvent<HTMLFormElement>) => {
  event.preventDefault();
  if (event.target === event.currentTarget) send();
};
