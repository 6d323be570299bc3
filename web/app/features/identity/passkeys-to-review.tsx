import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/format.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { ask } from './auth-error.ts';
import styles from './form.module.css';

interface Passkey {
  readonly id: string;
  readonly name: string | null;
  readonly created_at: string;
}

interface ToReview {
  readonly passkeys: readonly Passkey[];
  /** True if someone else created the account, and its owner opens it for the first time. */
  readonly needs_birth_date: boolean;
}

/**
 * Loads the data for all parts of the form except the password. If the link has expired, the person learns this before
 * choosing a password.
 */
export function useReviewOfReset(token: string, onInvalid: () => void): ToReview {
  const [review, setReview] = useState<ToReview>({ passkeys: [], needs_birth_date: false });
  useEffect(() => {
    if (!token) return;
    const body = { token };
    void ask<ToReview>((auth) => auth.$fetch('/review-reset', { method: 'POST', body })).then(({ data, error }) => {
      if (error?.code === 'INVALID_TOKEN') onInvalid();
      else if (data) setReview(data);
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each link is checked once
  }, [token]);
  return review;
}

/**
 * Lists the account's passkeys, and asks whether to keep them, because someone else may have added one. The form field
 * is `keep_passkeys`.
 */
export function PasskeysToReview({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { t } = useTranslation('identity');
  const { date } = useFormat();
  return (
    <Stack as="fieldset" gap={12} className={styles.review}>
      <legend>{t('recovery.passkeys.title')}</legend>
      <p>{t('recovery.passkeys.text')}</p>
      <ul>
        {passkeys.map(({ id, name, created_at }) => (
          <li key={id}>
            <strong>
              <bdi>{name ?? t('passkeys.nameless')}</bdi>
            </strong>
            <span>{t('passkeys.added', { date: date(created_at) })}</span>
          </li>
        ))}
      </ul>
      <Checkbox name="keep_passkeys" label={t('recovery.passkeys.keep')} />
    </Stack>
  );
}
