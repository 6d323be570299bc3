import * as z from 'zod';
import { Instant, TimeZone } from '../base.ts';
import { progressProcedure as p, progressRefusals } from './terms.ts';

export const ChallengeMetrics = ['photo_days', 'photos', 'full_sets', 'contributions', 'new_friends'] as const;
/**
 * The challenges. Progress counts events within `days` days after the person joined. The texts are the messages
 * `progress:challenge.<id>.title` and `progress:challenge.<id>.text`.
 */
export const Challenges = [
  { id: 'photo_week', metric: 'photo_days', target: 5, days: 7 },
  { id: 'photo_month', metric: 'photos', target: 30, days: 30 },
  { id: 'three_sides', metric: 'full_sets', target: 4, days: 28 },
  { id: 'say_something', metric: 'contributions', target: 3, days: 14 },
  { id: 'together', metric: 'new_friends', target: 1, days: 30 },
] as const;
export type ChallengeId = (typeof Challenges)[number]['id'];
const ChallengeIds = Challenges.map(({ id }) => id);
export const ChallengeStates = ['open', 'running', 'completed', 'missed'] as const;
export const Challenge = z.object({
  id: z.enum(ChallengeIds),
  metric: z.enum(ChallengeMetrics),
  target: z.number().int(),
  days: z.number().int(),
  /**
   * State of the latest participation. 'open': the person never joined. 'completed' and 'missed' challenges can be
   * joined again.
   */
  state: z.enum(ChallengeStates),
  /** A number from 0 to the target. */
  progress: z.number().int(),
  joined_at: Instant.nullable(),
  ends_at: Instant.nullable(),
  completed_at: Instant.nullable(),
  /** Number of times that the person has completed the challenge. */
  times_completed: z.number().int(),
});
export type Challenge = z.infer<typeof Challenge>;

export const challengeProcedures = {
  listChallenges: p('list_challenges', 'patient', 'List all challenges with the caller’s progress').output(
    z.array(Challenge),
  ),
  joinChallenge: p('join_challenge', 'patient', 'Start a challenge')
    .errors({ CHALLENGE_RUNNING: progressRefusals.CHALLENGE_RUNNING })
    .input(z.object({ challenge_id: z.enum(ChallengeIds), time_zone: TimeZone }))
    .output(Challenge),
  leaveChallenge: p('leave_challenge', 'patient', 'Stop the current challenge')
    .input(z.object({ challenge_id: z.enum(ChallengeIds) }))
    .output(Challenge),
};
