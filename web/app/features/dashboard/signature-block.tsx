import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PublishedSimulation } from '#contract/simulation.ts';
import { useFormat } from '#web/lib/format.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import styles from './plan.module.css';

type Signature = PublishedSimulation['signature'];

/**
 * Names the doctor responsible for the plan. A broken signature is reported above the plan instead, so that the reader
 * sees it first.
 */
export function SignatureBlock({ signature }: { signature: Signature }) {
  const { t } = useTranslation('case');
  const { longDay, time } = useFormat();
  const { practitioner_name: name, registration_number, registration_body, signed_at, is_intact } = signature;
  const code = signature.verification_code.replace(/(.{4})(?=.)/g, '$1-');
  return (
    <footer className={styles.signature}>
      <div>
        <p className={styles.signer} dir="auto">
          {name}
        </p>
        <p className={styles.register}>
          {t('signature.register', { number: registration_number, body: registration_body })}
        </p>
        <p className={styles.register}>
          <time dateTime={signed_at}>{t('signature.signed', { day: longDay(signed_at), time: time(signed_at) })}</time>
        </p>
        <p className={styles.register}>{t(`signature.confirmed.${signature.method}`)}</p>
        <p className={styles.register}>
          {t('signature.code')} <span>{code}</span>
        </p>
      </div>
      {is_intact && <Seal signature={signature} />}
    </footer>
  );
}

/** Shows whether images and text still match the signature. If they do not, it also shows the next step. */
export function Seal({ signature: { is_intact, practitioner_name: name } }: { signature: Signature }) {
  const { t } = useTranslation('case');
  const locale = useLocale();
  return (
    <Row gap={12} className={styles.seal} data-intact={is_intact}>
      <Icon as={is_intact ? ShieldCheck : ShieldAlert} />
      <div>
        <p className={styles.sealTitle}>{t(is_intact ? 'signature.intact' : 'signature.broken')}</p>
        <p>{t(is_intact ? 'signature.intact_text' : 'signature.broken_text', { name })}</p>
        {!is_intact && (
          <a className="link" href={inLanguage('/home#questions', locale)}>
            {t('signature.help')}
          </a>
        )}
      </div>
    </Row>
  );
}
