/** The undo and redo steps of any immutable value. */
export interface History<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
  /**
   * The name of the current gesture, for example a drag or the typing in one field. Undo reverses all changes of a
   * gesture together.
   */
  gesture: string | null;
}

const LONGEST = 200;

export const startHistory = <T>(present: T): History<T> => ({ past: [], present, future: [], gesture: null });

export function record<T>(history: History<T>, next: T, gesture: string | null = null): History<T> {
  if (next === history.present) return history;
  const continues = gesture !== null && gesture === history.gesture;
  const past = continues ? history.past : [...history.past, history.present].slice(-LONGEST);
  return { past, present: next, future: [], gesture };
}

/** Ends the gesture. The next change then starts a new step, even if it comes from the same control. */
export const endGesture = <T>(history: History<T>): History<T> =>
  history.gesture === null ? history : { ...history, gesture: null };

export function undo<T>(history: History<T>): History<T> {
  const previous = history.past.at(-1);
  if (previous === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: previous,
    future: [history.present, ...history.future],
    gesture: null,
  };
}

export function redo<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, gesture: null };
}
