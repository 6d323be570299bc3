import { CircleHelp, History, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '#contract/dates.ts';
import type { ShownProof, SignatureStates } from '#contract/case-flow.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { FieldNote } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { VerifyProof } from './verify-proof.tsx';
import styles from './verify-page.module.css';

/** The typed code and the result of the check. */
export interface Checked {
  readonly code: string;
  readonly isTooShort: boolean;
  readonly found: Found | null;
}

interface Found {
  readonly state: (typeof SignatureStates)[number];
  /** The day of the signature, as YYYY-MM-DD. */
  readonly signed_on: string | null;
  readonly proof: ShownProof | null;
}

const icons: Record<(typeof SignatureStates)[number], typeof ShieldCheck> = {
  valid: ShieldCheck,
  superseded: History,
  broken: ShieldAlert,
  unknown: CircleHelp,
};

/**
 * Shows whether a signature is valid, and how it was made. The page does not name the patient. It contains a plain HTML
 * form, and the service sends the page again with the result. The form uses POST, so that no address contains the code.
 */
export function VerifyPage({ checked }: { checked: Checked | undefined }) {
  const { t } = useTranslation('care');
  const action = inLanguage('/verify', useLocale());
  return (
    <section className={`page ${styles.verify}`}>
      <h1 className="h1">{t('verify.title')}</h1>
      <p className="lead">{t('verify.lead')}</p>
      <Stack as="form" gap={20} align="start" className={styles.form} method="post" action={action}>
        <div className="field">
          <label className="field__label" htmlFor="code">
            {t('verify.code')}
          </label>
          <input
            className="input"
            id="code"
            name="code"
            required
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            aria-describedby="code-note"
            defaultValue={checked?.code}
            aria-invalid={checked?.isTooShort || undefined}
          />
          {checked?.isTooShort ? (
            <FieldNote id="code-note" error={t('verify.short')} />
          ) : (
            <FieldNote id="code-note" hint={t('verify.hint')} />
          )}
        </div>
        <button type="submit" className={buttonClass({ variant: 'primary' })}>
          <span className="button__label">{t('verify.check')}</span>
        </button>
      </Stack>
      {checked?.found && <Finding {...checked.found} />}
      {checked?.found?.proof && <VerifyProof proof={checked.found.proof} />}
    </section>
  );
}

function Finding({ state, signed_on }: Found) {
  const { t } = useTranslation('care');
  const day = dateFormat(useReadingLanguage(), { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <Row gap={16} align="start" className={styles.state} data-state={state} role="status">
      <Icon as={icons[state]} />
      <div>
        <p>{t(`verify.${state}`)}</p>
        {signed_on && <small>{t('verify.signed_on', { day: day.format(new Date(signed_on)) })}</small>}
      </div>
    </Row>
  );
}
