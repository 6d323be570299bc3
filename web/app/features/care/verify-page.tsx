import { CircleHelp, History, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SignatureStates } from '#contract/case-flow.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { FieldNote } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { VerifyProof } from './verify-proof.tsx';
import styles from './verify-page.module.css';

const icons: Record<(typeof SignatureStates)[number], typeof ShieldCheck> = {
  valid: ShieldCheck,
  superseded: History,
  broken: ShieldAlert,
  unknown: CircleHelp,
};

/**
 * Whether a signature stands, and how it was made. Says nothing about whom it is for. A form of the web itself: the service sends the page back with its answer. It is
 * posted, so that the code stands in no address.
 */
export function VerifyPage() {
  const { t } = useTranslation('care');
  const action = inLanguage('/verify', useLocale());
  return (
    <section className={`page ${styles.verify}`}>
      <h1 className="h1">{t('verify.title')}</h1>
      <p className="lead">{t('verify.lead')}</p>
      <form className={styles.form} method="post" action={action}>
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
            data-put="value:verify.code aria-invalid:verify.invalid"
          />
          <div data-unless="verify.invalid">
            <FieldNote id="code-note" hint={t('verify.hint')} />
          </div>
          <div hidden data-if="verify.invalid">
            <FieldNote id="code-note" error={t('verify.short')} />
          </div>
        </div>
        <button type="submit" className={buttonClass({ variant: 'primary' })}>
          <span className="button__label">{t('verify.check')}</span>
        </button>
      </form>
      {SignatureStates.map((state) => (
        <div key={state} className={styles.state} data-state={state} role="status" hidden data-if={`verify.${state}`}>
          <Icon as={icons[state]} />
          <div>
            <p>{t(`verify.${state}`)}</p>
            <small hidden data-if="verify.signed_on" data-fill="verify.signed_on">
              {t('verify.signed_on', { day: '' })}
            </small>
          </div>
        </div>
      ))}
      <VerifyProof />
    </section>
  );
}
