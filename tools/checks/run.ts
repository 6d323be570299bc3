import { leaveWhenAsked } from '../run/shutdown.ts';
import { main, say, SetupError } from '../setup/say.mjs';
import { quickSteps } from './quick-steps.ts';
import { slowSteps } from './slow-steps.ts';
import { type Outcome, type Step, check, totalOf } from './step.ts';

// npm test                      everything; the other browsers only on the build machine, and only if enough of its time is left
// npm test -- types unit        these steps
// npm test -- unit engine/      one step, with arguments for its tool

const all = [...quickSteps, ...slowSteps];

const begun_ms = performance.now();
/**
 * A whole run may take 25 minutes. Installing Firefox and WebKit and running the browser tests in both takes up to
 * seven minutes, so this step must begin before minute 18.
 */
const extraBeginsBefore_min = 18;

await main(async () => {
  leaveWhenAsked();
  const words = process.argv.slice(2);
  const chosen = all.filter((step) => words.includes(step.name));
  const args = words.filter((word) => !all.some((step) => step.name === word));
  if (args.length > 0 && chosen.length !== 1) {
    throw new SetupError(`There is no step ${args.join(' ')}. Steps: ${all.map((step) => step.name).join(', ')}.`);
  }
  const isWanted = (step: Step): boolean =>
    chosen.length === 0 ? !step.isExtra || hasTimeFor(step) : chosen.includes(step);

  const outcomes: Outcome[] = [];
  // The quick steps share the cores; each slow step uses all of them.
  outcomes.push(...(await Promise.all(quickSteps.filter(isWanted).map((step) => report(step, args)))));
  for (const step of slowSteps) {
    if (!isWanted(step)) continue;
    say(`\n── ${step.title}`);
    outcomes.push(await report(step, args));
  }
  sum(outcomes);
});

/** Returns whether enough time is left for an extra step. A developer can run such a step by name at any time. */
function hasTimeFor({ title, name }: Step): boolean {
  if (process.env.CI === undefined) return false;
  const isEarly = performance.now() - begun_ms < extraBeginsBefore_min * 60_000;
  if (!isEarly)
    say(`! ${title}: left out, because ${extraBeginsBefore_min} minutes are over. Run npm test -- ${name}.`);
  return isEarly;
}

/** Runs a step and prints its result. If it fails, the later steps still run. */
async function report(step: Step, args: readonly string[]): Promise<Outcome> {
  const start = Date.now();
  const outcome = await step
    .run(args)
    .catch((error: unknown) => check(false, error instanceof Error ? error.message : String(error)));
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  say(`${outcome.failed === 0 ? '✓' : '✗'} ${step.title}: ${counts(outcome)} (${seconds} s)`);
  if (outcome.note) say(outcome.note);
  if (outcome.failed > 0 && outcome.output?.trim()) say(outcome.output.trimEnd());
  return { ...outcome, failures: outcome.failures ?? (outcome.failed > 0 ? [step.title] : []) };
}

/** Prints all failures and the totals. Other programs read the last line, so nothing may follow it. */
function sum(outcomes: readonly Outcome[]): void {
  const total = totalOf(outcomes);
  for (const failure of total.failures ?? []) say(`✗ ${failure}`);
  if (total.failed > 0) process.exitCode = 1;
  say(`\n${counts(total)}`);
}

function counts({ passed, failed, skipped }: Outcome): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
