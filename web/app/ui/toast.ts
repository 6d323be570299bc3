export interface ToastMessage {
  id: number;
  kind: 'success' | 'error' | 'info';
  title: string;
  /** The second line, with the result or the next step. */
  text?: string;
  action?: { label: string; run: () => void };
  /** The time in milliseconds for which the message is shown. The default is four seconds. */
  visible_ms?: number;
}

const mostVisible = 3;
const visible_ms = 4000;

let messages: readonly ToastMessage[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: readonly ToastMessage[]) {
  messages = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a message. An error stays until the reader closes it or three newer messages follow. Other messages disappear
 * after four seconds by default. Returns the id of the message.
 */
export function toast(message: Omit<ToastMessage, 'id'>): number {
  lastId += 1;
  show([...messages, { ...message, id: lastId }].slice(-mostVisible));
  return lastId;
}

export function closeToast(id: number) {
  show(messages.filter((message) => message.id !== id));
}

export const toastStore = {
  visible_ms,
  read: () => messages,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
