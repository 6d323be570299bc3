import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SignatureMethods } from '#contract/signing.ts';
import styles from './verify-page.module.css';

const OF_SIGNATURE = `cp authenticator_data.bin signed.bin
openssl dgst -sha256 -binary client_data.json >> signed.bin
openssl pkey -pubin -inform DER -in public_key.der -out public_key.pem
openssl dgst -sha256 -verify public_key.pem -signature signature.bin signed.bin`;
const OF_TIME = `openssl ts -verify -digest HASH -token_in -in token.der -CAfile certificates.pem`;

const ofPasskey = ['algorithm', 'site', 'public_key', 'authenticator_data', 'client_data', 'signature'] as const;
const ofTime = ['token', 'chain'] as const;

/** How a plan was signed, filled by the service: method, hash, passkey, timestamp, and how to check all of it without the service. */
export function VerifyProof() {
  const { t } = useTranslation('site');
  return (
    <section className={styles.proof} hidden data-if="verify.proof">
      <h2 className="h3">{t('verify.proof.title')}</h2>
      <dl>
        <Fact title={t('verify.proof.method')}>
          {SignatureMethods.map((method) => (
            <span key={method} hidden data-if={`verify.proof.by.${method}`}>
              {t(`verify.proof.${method}`)}
            </span>
          ))}
        </Fact>
        <Fact title={t('verify.proof.hash')}>
          <code data-fill="verify.proof.hash" />
        </Fact>
        <Fact title={t('verify.proof.time')}>
          <span hidden data-if="verify.proof.stamped" data-fill="verify.proof.stamped" />
          <span data-unless="verify.proof.stamped">{t('verify.proof.no_time')}</span>
        </Fact>
      </dl>
      <details hidden data-if="verify.proof.passkey">
        <summary>{t('verify.proof.show_passkey')}</summary>
        <dl>
          {ofPasskey.map((part) => (
            <Fact key={part} title={t(`verify.proof.${part}`)}>
              <code data-fill={`verify.proof.passkey.${part}`} />
            </Fact>
          ))}
        </dl>
      </details>
      <details hidden data-if="verify.proof.timestamp">
        <summary>{t('verify.proof.show_time')}</summary>
        <dl>
          {ofTime.map((part) => (
            <Fact key={part} title={t(`verify.proof.${part}`)}>
              <code data-fill={`verify.proof.timestamp.${part}`} />
            </Fact>
          ))}
        </dl>
      </details>
      <details>
        <summary>{t('verify.own.title')}</summary>
        <ol>
          <li>{t('verify.own.content')}</li>
          <li hidden data-if="verify.proof.passkey">
            {t('verify.own.challenge')}
          </li>
          <li hidden data-if="verify.proof.passkey">
            {t('verify.own.signature')}
            <Commands text={OF_SIGNATURE} />
          </li>
          <li hidden data-if="verify.proof.timestamp">
            {t('verify.own.time')}
            <Commands text={OF_TIME} />
          </li>
        </ol>
        <p>{t('verify.own.free')}</p>
      </details>
    </section>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const Commands = ({ text }: { text: string }) => (
  <pre dir="ltr" lang="en">
    {text}
  </pre>
);
