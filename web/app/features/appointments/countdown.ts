const minute_ms = 60_000;

export interface TimeLeft {
  hours: number;
  minutes: number;
  isOver: boolean;
  /** Elapsed share of the offer's time, in whole percent. */
  share: number;
}

/** Time left until an offer ends, in whole hours and minutes, rounded up so that the last minute reads 1. Instants are ISO or milliseconds. */
export function timeLeft(from: string, until: string, now_ms: number): TimeLeft {
  const end_ms = Date.parse(until);
  const left_min = Math.ceil((end_ms - now_ms) / minute_ms);
  const share = Math.round((100 * (end_ms - now_ms)) / Math.max(1, end_ms - Date.parse(from)));
  const isOver = left_min <= 0;
  return {
    hours: isOver ? 0 : Math.floor(left_min / 60),
    minutes: isOver ? 0 : left_min % 60,
    isOver,
    share: Math.min(100, Math.max(0, share)),
  };
}
