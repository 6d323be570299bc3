import type { KeyboardEvent } from 'react';

/**
 * Ctrl+Enter, or Cmd+Enter, sends a text. In the capture phase, because the editor would break the line. A dialog that was opened from here is
 * somewhere else in the document.
 */
export const sendKey = (send: () => void) => (event: KeyboardEvent) => {
  if (!event.currentTarget.contains(event.target as Node)) return;
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.stopPropagation();
  send();
};
