import { type FormEvent, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { useCopy } from '#web/ui/copy.ts';
import { Row, Stack } from '#web/ui/layout.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ask, useAuthErrorText } from '../auth-error.ts';
import formStyles from '../form.module.css';
import styles from './security.module.css';

const QrCode = lazy(() => import('./qr-code.tsx'));

/** Returns the secret of an otpauth URI, in groups of four characters that are easy to type. */
export function groupsOf(uri: string): string[] {
  return (new URL(uri).searchParams.get('secret') ?? '').match(/.{1,4}/g) ?? [];
}

/** Checks the first code, which proves that the app has the secret. */
export function useFirstCode(onConfirmed: () => void) {
  const { t } = useTranslation(['identity', 'ui']);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const errorText = useAuthErrorText();

  async function check() {
    if (busy) return;
    if (code.trim() === '') return setFault(t('field.required'));
    setBusy(true);
    const { error } = await ask((auth) => auth.twoFactor.verifyTotp({ code: code.replace(/\s/g, '') }));
    setBusy(false);
    if (error) setFault(errorText(error) ?? t('ui:fault.short'));
    else onConfirmed();
  }
  return { code, setCode, fault, busy, check };
}

interface Props {
  /** The id of the form, which a button in the dialog's footer submits. */
  id: string;
  uri: string;
  first: ReturnType<typeof useFirstCode>;
}

/** Shows the secret for the app, and the field for the app's first code. */
export function KeyStep({ id, uri, first: { code, setCode, fault, check } }: Props) {
  const { t } = useTranslation('identity');
  const groups = groupsOf(uri);
  const copy = useCopy();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void check();
  };

  return (
    <Stack as="form" id={id} gap={20} onSubmit={submit} noValidate>
      <p className="muted">{t('enrol.key.text')}</p>
      <div className={styles.qr}>
        <Suspense>
          <QrCode text={uri} label={t('enrol.key.qr')} />
        </Suspense>
      </div>
      <p className="muted">{t('enrol.key.typed')}</p>
      <p className={styles.key} role="group" aria-label={t('enrol.key.label')}>
        {groups.map((group, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups never change places
          <span key={at}>{group}</span>
        ))}
      </p>
      <Row gap={8} wrap>
        <Button size="s" onClick={() => copy(groups.join(''), t('enrol.key.copied'))}>
          {t('enrol.key.copy')}
        </Button>
        <a className={buttonClass({ size: 's' })} href={uri}>
          {t('enrol.key.open')}
        </a>
      </Row>
      <p className="muted">{t('enrol.code.text')}</p>
      <TextField
        className={formStyles.code}
        label={t('code.label')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        value={code}
        error={fault}
        onChange={(event) => setCode(event.target.value)}
      />
    </Stack>
  );
}
