const DAY_MS = 86_400_000;
const ANSWER_DAYS = 2;

/**
 * Returns the time at which the team's answer is due, which is two working days after `askedAt`. Saturdays and Sundays
 * (UTC) are not counted.
 */
export function answerDueAt(askedAt: Date): Date {
  let due = askedAt.getTime();
  for (let days = 0; days < ANSWER_DAYS; ) {
    due += DAY_MS;
    if (![0, 6].includes(new Date(due).getUTCDay())) days++;
  }
  return new Date(due);
}
