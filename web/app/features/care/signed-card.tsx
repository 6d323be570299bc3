import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyCase } from '#contract/cases.ts';
import { call } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { useFormat } from '#web/lib/format.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { toast } from '#web/ui/toast.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import styles from './care.module.css';

const RedoDialog = onDemand(async () => (await import('./redo-dialog.tsx')).RedoDialog);
const ShareDialog = onDemand(async () => (await import('./share-dialog.tsx')).ShareDialog);

/**
 * Lets the patient download, check or share a signed simulation, or request a change to it. It also links to the
 * passport.
 */
export function SignedCard({ signed }: { signed: MyCase }) {
  const { t } = useTranslation('care');
  const { date } = useFormat();
  const locale = useLocale();
  const language = useReadingLanguage();
  const errorText = useErrorText();
  const [open, setOpen] = useState<'redo' | 'share' | null>(null);
  const paperTitle = useId();
  const paper = useMutation({
    mutationFn: () => call.caseFlow.getPlanDocument({ case_id: signed.id, language }),
    onSuccess: (file) => download(file as Blob, `${signed.number}.pdf`),
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
  return (
    <Card title={t('signed.title')}>
      <ul className={styles.rows}>
        <li>
          <span>
            <b id={paperTitle}>{t('signed.paper')}</b>
            <small>{t('signed.paper_text')}</small>
          </span>
          <Button size="s" aria-describedby={paperTitle} busy={paper.isPending} onClick={() => paper.mutate()}>
            {t('signed.download')}
          </Button>
        </li>
        <ProofRow signed={signed} />
        <li>
          <span>
            <b>{t('passport.title')}</b>
            <small>{t('passport.text')}</small>
          </span>
          <LinkButton size="s" to={inLanguage('/dashboard/passport', locale)}>
            {t('passport.open')}
          </LinkButton>
        </li>
        <li>
          <span>
            <b>{t('share.title')}</b>
            <small>{t('share.text')}</small>
          </span>
          <Button size="s" onClick={() => setOpen('share')}>
            {t('share.open')}
          </Button>
        </li>
        <li>
          <span>
            <b>{t('redo.title')}</b>
            <small>
              {signed.redo_requested_at
                ? t('redo.asked', { date: date(signed.redo_requested_at) })
                : t('redo.left', { count: signed.redos_left })}
            </small>
          </span>
          {!signed.redo_requested_at && signed.redos_left > 0 && (
            <Button size="s" onClick={() => setOpen('redo')}>
              {t('redo.open')}
            </Button>
          )}
        </li>
      </ul>
      {open === 'redo' && <RedoDialog caseId={signed.id} onClose={() => setOpen(null)} />}
      {open === 'share' && <ShareDialog caseId={signed.id} onClose={() => setOpen(null)} />}
    </Card>
  );
}

/** Offers a download of the data with which anyone can check the signature without this service. */
function ProofRow({ signed }: { signed: MyCase }) {
  const { t } = useTranslation('care');
  const errorText = useErrorText();
  const title = useId();
  const proof = useMutation({
    mutationFn: () => call.caseFlow.getSignatureProof({ case_id: signed.id }),
    onSuccess: (content) =>
      download(
        new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }),
        `${signed.number}-proof.json`,
      ),
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
  return (
    <li>
      <span>
        <b id={title}>{t('signed.proof')}</b>
        <small>{t('signed.proof_text')}</small>
      </span>
      <Button size="s" aria-describedby={title} busy={proof.isPending} onClick={() => proof.mutate()}>
        {t('signed.download')}
      </Button>
    </li>
  );
}
