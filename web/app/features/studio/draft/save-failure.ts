import { ORPCError } from '@orpc/client';
import { refusalOf } from '#web/lib/refusal.ts';
import type { SaveOutcome } from './draft-saver.ts';

/**
 * Whether the service may have stored what it was sent: the connection was lost, or the gateway got no answer. If the
 * service itself reports a fault, it has stored nothing.
 */
export const isUnknown = (error: unknown): boolean => !(error instanceof ORPCError && error.status <= 500);

/** Returns the outcome of an attempt to save the draft that failed with this error. */
export function saveFailure(error: unknown): SaveOutcome {
  const refusal = refusalOf(error);
  if (refusal?.code === 'DRAFT_OUTDATED' || refusal?.code === 'SCORE_PHOTO_MISSING') return { kind: 'outdated' };
  if (refusal?.code === 'CASE_TAKEN')
    return { kind: 'taken', by: (refusal.data as { practitioner_name: string }).practitioner_name };
  if (refusal?.code === 'CLINICAL_DATASET_OUTDATED') return { kind: 'dataset' };
  if (refusal?.code === 'UNAUTHENTICATED') return { kind: 'signedOut' };
  // The rate limit ends after some time, so the draft is sent again later. The refusal does not mean that the case is
  // closed.
  if (refusal?.code === 'RATE_LIMITED') return { kind: 'unreachable', isUnknown: false };
  if (refusal) return { kind: 'closed' };
  return { kind: 'unreachable', isUnknown: isUnknown(error) };
}
