const DAY_MS = 86_400_000;
const ANSWER_DAYS = 2;

/** The team answers within two working days: Saturdays and Sundays (UTC) do not count. */
export function answerDueAt(askedAt: Date): Date {
  let due = askedAt.getTime();
  for (let days = 0; days < ANSWER_DAYS; ) {
    due += DAY_MS;
    if (![0, 6].includes(new Date(due).getUTCDay())) days++;
  }
  return new Date(due);
}
