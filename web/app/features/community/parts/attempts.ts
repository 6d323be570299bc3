import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isAlreadySent, useErrorText } from '#web/lib/refusal.ts';

/**
 * The attempts of a form to publish its content. They share an idempotency key, even if the person changes the content
 * between two attempts. The service may have published the first content, although its response was lost. With a new
 * key, it would then also publish the changed content as a second post, unnoticed. With the same key, the service
 * refuses the changed content, and the form says that the first attempt succeeded. The next attempt has a new key,
 * because the person knows that it publishes a second post.
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

/** Returns a function that describes an error of an attempt in one sentence. */
export function useAttemptError(): (error: unknown) => string {
  const { t } = useTranslation('community');
  const describe = useErrorText();
  return (error) => (isAlreadySent(error) ? t('write.alreadySent') : describe(error));
}

/** Returns the attempts of a form, and a function that describes an error of an attempt in one sentence. */
export function useAttempts() {
  const [attempts] = useState(() => new Attempts());
  return { attempts, attemptError: useAttemptError() };
}
