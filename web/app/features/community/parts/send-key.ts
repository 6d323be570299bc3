import type { KeyboardEvent } from 'react';

/**
 * Returns a handler that sends a text with Ctrl+Enter or Cmd+Enter. It must run in the capture phase, because the
 * editor would otherwise break the line. It ignores keys in a dialog that was opened from here, because the dialog is
 * elsewhere in the document.
 */
export const sendKey = (send: () => void) => (event: KeyboardEvent) => {
  if (!event.currentTarget.contains(event.target as Node)) return;
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.stopPropagation();
  send();
};
