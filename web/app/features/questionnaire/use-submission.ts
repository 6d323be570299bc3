import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepHandedIn } from '#web/lib/handed-in.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import type { DraftAnswers } from './draft.ts';
import { forgetDraft } from './forget-draft.ts';
import type { LeadAccess, Photos } from './lead-access.ts';
import type { Account } from './rules.ts';
import { SignUpError } from './sign-up.ts';
import {
  emailOf,
  keepSubmission,
  loadSubmission,
  PhotosMissing,
  type Submission,
  submitInOrder,
  usableAccount,
} from './submit.ts';

export interface Failure {
  banner: string;
  /** The reasons why the service refused the password, one sentence each. */
  password?: string;
}

export interface SubmissionState {
  status: 'idle' | 'submitting' | 'done';
  failure: Failure | null;
  /** The account of an earlier attempt. A retry uses it. */
  earlier: Submission | null;
  /** What was submitted. It is only in memory, because this device has forgotten the lead and the answers. */
  sent: Sent | null;
  /**
   * Whether a person who corrects the address may still keep the address that was sent. This ends when the correction
   * creates an account, because the service then deletes the account with the earlier address.
   */
  mayKeepSent: boolean;
}

export interface Sent {
  leadId: string | null;
  /** The address to which the service sent the confirmation link. */
  email: string;
  /** True if an account already has the photos and answers. Nothing is left to confirm. */
  isConfirmed: boolean;
}

const initially: SubmissionState = { status: 'idle', failure: null, earlier: null, sent: null, mayKeepSent: false };

/**
 * Submits the questionnaire only once, however often the person presses the button. `askForPhotos` asks the service for
 * the photos, and shows the page about missing photos if there are none. `finish` shows the confirmation, and forgets
 * what this device has stored for the submission. `correct` lets the person correct the email address and submit again.
 * A correction stores nothing on this device. `keepSent` ends a correction and keeps the earlier address.
 */
export function useSubmission(lead: LeadAccess, onDone: () => void, askForPhotos: (leadId: string) => Promise<Photos>) {
  const [state, setState] = useState(initially);
  const isRunning = useRef(false);
  const language = useReadingLanguage();
  const explain = useFailure();

  useEffect(() => setState((now) => ({ ...now, earlier: loadSubmission(lead.read()) })), [lead]);

  const finish = useCallback(
    (email: string, isConfirmed: boolean) => {
      const leadId = state.sent?.leadId ?? lead.read();
      if (leadId) keepHandedIn(leadId);
      // After a correction, the lead and the draft on this device may be those of another person.
      if (!state.sent) {
        lead.forget();
        forgetDraft();
      }
      onDone();
      setState((now) => ({ ...now, status: 'done', sent: { leadId, email, isConfirmed } }));
    },
    [lead, onDone, state.sent],
  );

  const correct = () => setState({ ...initially, sent: state.sent, mayKeepSent: true });
  const keepSent = () => {
    // A correction that is being sent can no longer be ended, because it replaces the account of the earlier address.
    if (!isRunning.current) setState({ ...initially, sent: state.sent, status: 'done' });
  };

  const submit = useCallback(
    async (answers: DraftAnswers, account: Account, dialCode: string) => {
      if (isRunning.current) return;
      isRunning.current = true;
      setState((now) => ({ ...now, status: 'submitting', failure: null }));
      try {
        const leadId = state.sent?.leadId ?? lead.heldOrNew();
        const earlier = usableAccount(loadSubmission(leadId) ?? state.earlier, leadId, account);
        // If no account can be used, the form asks for the password again.
        setState((now) => ({ ...now, earlier }));
        // The confirmation is loaded before anything is sent, so that it shows even if the connection is lost then.
        const [{ submitCalls }] = await Promise.all([import('./submit-calls.ts'), import('./done.tsx')]);
        const calls = {
          ...submitCalls({ leadId, answers, account, dialCode, language }),
          async isSubmitted() {
            const photos = await askForPhotos(leadId);
            if (photos === 'missing') throw new PhotosMissing();
            return photos === 'submitted';
          },
        };
        const hasSent = await submitInOrder(calls, {
          earlier,
          keep(userId) {
            const made = {
              lead_id: leadId,
              email: emailOf(account),
              birth_date: account.birth_date,
              user_id: userId,
            };
            if (!state.sent) keepSubmission(made);
            setState((now) => ({ ...now, earlier: made, mayKeepSent: false }));
          },
          warn: (what, error) =>
            console.warn(
              `${what} failed; it is made up for when the e-mail is confirmed, or at the next sign-in in this tab.`,
              error,
            ),
        });
        finish(hasSent ? emailOf(account) : (state.sent?.email ?? emailOf(account)), !hasSent);
      } catch (error) {
        // The account of a minor was deleted, so a corrected birth date needs another sign-up.
        const isGone = refusalOf(error)?.code === 'UNDER_AGE';
        if (isGone && !state.sent) keepSubmission(null);
        const failure = error instanceof PhotosMissing ? null : explain(error);
        setState((now) => ({ ...now, status: 'idle', failure, earlier: isGone ? null : now.earlier }));
      } finally {
        isRunning.current = false;
      }
    },
    [lead, language, state.earlier, state.sent, explain, finish, askForPhotos],
  );

  const clear = useCallback(() => setState((now) => ({ ...now, failure: null })), []);
  return { state, submit, finish, correct, keepSent, clear };
}

/**
 * Returns a function that describes an error. It uses the error's own message if there is one, and otherwise a general
 * sentence.
 */
function useFailure(): (error: unknown) => Failure {
  const { t, i18n } = useTranslation(['questionnaire', 'errors']);
  const errorText = useErrorText();
  return useCallback(
    (error: unknown): Failure => {
      if (error instanceof SignUpError && error.isWeakPassword) {
        const known = error.reasons
          .map((reason) => `weak_password.${reason}`)
          .filter((key) => i18n.exists(`questionnaire:${key}`));
        const say = t as (key: string) => string;
        const password = known.map((key) => say(key)).join(' ') || error.message || t('error.password_length');
        return { banner: password, password };
      }
      if (error instanceof SignUpError && i18n.exists(`errors:${error.code}`)) {
        const { code, retry_after_s = 60 } = error;
        // The codes come from the service, so TypeScript cannot check the keys.
        const say = t as (key: string, values: Record<string, unknown>) => string;
        return { banner: say(`errors:${code}`, { retry_after_s }) };
      }
      if (refusalOf(error) || error instanceof TypeError) return { banner: errorText(error) };
      const { message, description, status } = (error ?? {}) as Record<'message' | 'description' | 'status', unknown>;
      // If the service failed, the message is meant for a log. It is not translated and must not be shown.
      if (Number(status) >= 500) return { banner: t('banner.fallback') };
      const own = [message, description].find((text) => typeof text === 'string' && text !== '') as string | undefined;
      return { banner: own ?? t('banner.fallback') };
    },
    [t, i18n, errorText],
  );
}
