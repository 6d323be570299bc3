import type { KeyboardEvent } from 'react';

/**
 * Returns a handler that sends a text with Ctrl+Enter or Cmd+Enter. It must run in the capture phase, because the
 * editor would otherwise insert a line break. It ignores keys from dialogs that the form opened, because React delivers
 * them here, too.
 */
export const sendKey = (send: () => void) => (event: KeyboardEvent) => {
  if (!event.currentTarget.contains(event.target as Node)) return;
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.stopPropagation();
  send();
};
