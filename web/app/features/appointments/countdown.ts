export interface TimeLeft {
  isOver: boolean;
  /** The remaining share of the offer's time, in whole percent. */
  share: number;
}

/**
 * Returns the share of the offer's time that is left, and whether the offer has ended. `from` and `until` are ISO
 * instants, and `now_ms` is in milliseconds.
 */
export function timeLeft(from: string, until: string, now_ms: number): TimeLeft {
  const end_ms = Date.parse(until);
  const share = Math.round((100 * (end_ms - now_ms)) / Math.max(1, end_ms - Date.parse(from)));
  const isOver = end_ms <= now_ms;
  return {
    isOver,
    share: Math.min(100, Math.max(0, share)),
  };
}
