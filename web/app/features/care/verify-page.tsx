import { useMutation } from '@tanstack/react-query';
import { CircleHelp, History, ShieldAlert, ShieldCheck } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignatureStates } from '#contract/case-flow.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './care.module.css';

const icons: Record<(typeof SignatureStates)[number], typeof ShieldCheck> = {
  valid: ShieldCheck,
  superseded: History,
  broken: ShieldAlert,
  unknown: CircleHelp,
};

/** Whether a signature stands. Says nothing about whom it is for. The code is typed, so that it stands in no address. */
export function VerifyPage({ brand }: { brand: ReactNode }) {
  const { t } = useTranslation('care');
  const { longDay } = useFormat();
  const errorText = useErrorText();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const check = useMutation(
    api.caseFlow.verifySignature.mutationOptions({ onError: (error) => setFault(errorText(error)) }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = code.replace(/[\s-]/g, '');
    if (typed.length < 16) return setFault(t('verify.short'));
    check.mutate({ code });
  };
  const found = check.data;
  return (
    <main className={`page ${styles.narrow}`} id="content">
      {brand}
      <h1 className="h2">{t('verify.title')}</h1>
      <p className={styles.lead}>{t('verify.lead')}</p>
      <form onSubmit={submit} noValidate>
        <TextField
          label={t('verify.code')}
          hint={t('verify.hint')}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={code}
          error={fault}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setFault(undefined);
          }}
        />
        <div className={styles.send}>
          <Button type="submit" variant="primary" busy={check.isPending}>
            {t('verify.check')}
          </Button>
        </div>
      </form>
      <div aria-live="polite">
        {found && (
          <div className={styles.state} data-state={found.state}>
            <Icon as={icons[found.state]} />
            <div>
              <p>{t(`verify.${found.state}`)}</p>
              {found.signed_on && <small>{t('verify.signed_on', { day: longDay(found.signed_on) })}</small>}
            </div>
          </div>
        )}
      </div>
    </main>
  );
}
