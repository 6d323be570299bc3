import type { KeyboardEvent } from 'react';

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
