import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isAlreadySent, useErrorText } from '#web/lib/refusal.ts';

/**
 * The attempts of a form to publish its content. They share an idempotency key, also if the person changes the content
 * between them. With a new key for each content, a second post would appear unnoticed if only the answer to the first
 * attempt was lost. The service refuses the changed content instead. The form then says so, and the next attempt has a
 * new key, because the person knows that it publishes a second time.
 */
export class Attempts {
  key = crypto.randomUUID();

  /** Call it with the error of each failed attempt. Returns true if an earlier attempt has succeeded. */
  failed(error: unknown): boolean {
    if (!isAlreadySent(error)) return false;
    this.key = crypto.randomUUID();
    return true;
  }
}

/** Returns the attempts of a form, and a function that describes an error of an attempt in one sentence. */
export function useAttempts() {
  const { t } = useTranslation('community');
  const describe = useErrorText();
  const [attempts] = useState(() => new Attempts());
  const attemptError = (error: unknown) => (isAlreadySent(error) ? t('write.alreadySent') : describe(error));
  return { attempts, attemptError };
}
