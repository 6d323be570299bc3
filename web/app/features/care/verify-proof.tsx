import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '#contract/dates.ts';
import type { ShownProof } from '#contract/case-flow.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { Stack } from '#web/ui/layout.tsx';
import styles from './verify-page.module.css';

const OF_SIGNATURE = `cp authenticator_data.bin signed.bin
openssl dgst -sha256 -binary client_data.json >> signed.bin
openssl pkey -pubin -inform DER -in public_key.der -out public_key.pem
openssl dgst -sha256 -verify public_key.pem -signature signature.bin signed.bin`;
const OF_TIME = `openssl ts -verify -digest HASH -token_in -in token.der -CAfile certificates.pem`;

/**
 * Shows the details of a signature: method, hash, passkey, timestamp, and how to check all of them without the service.
 */
export function VerifyProof({ proof: { method, seal, passkey, timestamp } }: { proof: ShownProof }) {
  const { t } = useTranslation('site');
  return (
    <Stack as="section" gap={16} className={styles.proof}>
      <h2 className="h3">{t('verify.proof.title')}</h2>
      <dl>
        <Fact title={t('verify.proof.method')}>{t(`verify.proof.${method}`)}</Fact>
        <Fact title={t('verify.proof.hash')}>
          <code>{seal}</code>
        </Fact>
        <Fact title={t('verify.proof.time')}>{timestamp ? <Stamped {...timestamp} /> : t('verify.proof.no_time')}</Fact>
      </dl>
      {passkey && (
        <Parts
          title={t('verify.proof.show_passkey')}
          parts={[
            [t('verify.proof.algorithm'), String(passkey.algorithm)],
            [t('verify.proof.site'), passkey.origin],
            [t('verify.proof.public_key'), passkey.public_key],
            [t('verify.proof.authenticator_data'), passkey.authenticator_data],
            [t('verify.proof.client_data'), passkey.client_data],
            [t('verify.proof.signature'), passkey.signature],
          ]}
        />
      )}
      {timestamp && (
        <Parts
          title={t('verify.proof.show_time')}
          parts={[
            [t('verify.proof.token'), timestamp.token],
            [t('verify.proof.chain'), timestamp.chain],
          ]}
        />
      )}
      <details>
        <summary>{t('verify.own.title')}</summary>
        <ol>
          <li>{t('verify.own.content')}</li>
          {passkey && (
            <>
              <li>{t('verify.own.challenge')}</li>
              <li>
                {t('verify.own.signature')}
                <Commands text={OF_SIGNATURE} />
              </li>
            </>
          )}
          {timestamp && (
            <li>
              {t('verify.own.time')}
              <Commands text={OF_TIME} />
            </li>
          )}
        </ol>
        <p>{t('verify.own.free')}</p>
      </details>
    </Stack>
  );
}

function Stamped({ stamped_at, authority }: NonNullable<ShownProof['timestamp']>) {
  const { t } = useTranslation('site');
  const moment = dateFormat(useReadingLanguage(), { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });
  return t('verify.proof.stamped', { time: moment.format(new Date(stamped_at)), authority });
}

function Parts({ title, parts }: { title: string; parts: readonly (readonly [name: string, text: string])[] }) {
  return (
    <details>
      <summary>{title}</summary>
      <dl>
        {parts.map(([name, text]) => (
          <Fact key={name} title={name}>
            <code>{text}</code>
          </Fact>
        ))}
      </dl>
    </details>
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
