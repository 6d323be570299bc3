import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ShareLink, ShareDays } from '#contract/case-flow.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { renewPictureLinks } from '#web/lib/picture-links.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { ChoiceGroup } from '#web/ui/chip-group.tsx';
import { useCopy } from '#web/ui/copy.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Row } from '#web/ui/layout.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './care.module.css';

const days = ShareDays.map(String) as `${(typeof ShareDays)[number]}`[];

/**
 * Manages the links with which the patient shares a signed simulation. The patient can create links, choose when they
 * expire, and revoke them. The dialog shows the URL of a link only once.
 */
export function ShareDialog({ caseId, onClose }: { caseId: string; onClose: () => void }) {
  const { t } = useTranslation('care');
  const errorText = useErrorText();
  const links = useQuery(api.caseFlow.listShareLinks.queryOptions({ input: { case_id: caseId } }));
  const { label, setLabel, length, setLength, create, make } = useNewLink(caseId);
  return (
    <Dialog isOpen onClose={onClose} title={t('share.title')} lead={t('share.lead')}>
      <div className={styles.form}>
        <TextField
          label={t('share.label')}
          hint={t('share.label_hint')}
          optional
          maxLength={80}
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <ChoiceGroup
          legend={t('share.days')}
          value={length}
          choices={days.map((value) => ({ value, label: t('share.day', { count: Number(value) }) }))}
          onChange={setLength}
        />
        <Button variant="primary" busy={create.isPending} onClick={make}>
          {t('share.make')}
        </Button>
        {create.isError && (
          <p className={styles.fault} role="alert">
            {errorText(create.error)}
          </p>
        )}
        {create.data && <Made url={create.data.url} />}
        {links.data && links.data.length > 0 && (
          <ul className={styles.rows}>
            {links.data.map((link) => (
              <ShareLinkRow key={link.id} link={link} now={links.dataUpdatedAt} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

function useNewLink(caseId: string) {
  const [label, setLabel] = useState('');
  const [length, setLength] = useState<(typeof days)[number]>('7');
  // A second attempt with the same content sends the same idempotency key, so the service returns the same link.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const renewKey = () => setKey(crypto.randomUUID());
  const create = useMutation(
    api.caseFlow.createShareLink.mutationOptions({
      onSuccess: () => {
        renewKey();
        return queryClient.invalidateQueries({ queryKey: api.caseFlow.listShareLinks.key() });
      },
    }),
  );
  return {
    label,
    setLabel: (next: string) => {
      setLabel(next);
      renewKey();
    },
    length,
    setLength: (next: typeof length) => {
      setLength(next);
      renewKey();
    },
    create,
    make: () =>
      create.mutate({
        case_id: caseId,
        days: Number(length) as (typeof ShareDays)[number],
        label: label.trim(),
        idempotency_key: key,
      }),
  };
}

/** Shows the address of the link that was just created. */
function Made({ url }: { url: string }) {
  const { t } = useTranslation('care');
  const copy = useCopy();
  return (
    <div>
      <p className={styles.link}>{url}</p>
      <Row as="p" justify="end" className={styles.send}>
        <Button size="s" onClick={() => void copy(url, t('share.copied'))}>
          {t('share.copy')}
        </Button>
      </Row>
    </div>
  );
}

/** Shows one share link: the remaining time, the number of times it was opened, and a button to end it. */
function ShareLinkRow({ link, now }: { link: ShareLink; now: number }) {
  const { t } = useTranslation('care');
  const { dateTime } = useFormat();
  const errorText = useErrorText();
  const revoke = useMutation(
    api.caseFlow.revokeShareLink.mutationOptions({
      onSuccess: renewPictureLinks,
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  const isLiving = !link.revoked_at && new Date(link.expires_at).getTime() > now;
  return (
    <li>
      <span>
        <b>
          <bdi>{link.label || t('share.unnamed')}</bdi>
        </b>
        <small>
          {isLiving ? t('share.until', { moment: dateTime(link.expires_at) }) : t('share.ended')}{' '}
          {t('share.views', { count: link.views })}
        </small>
      </span>
      {isLiving && (
        <Button size="s" busy={revoke.isPending} onClick={() => revoke.mutate({ link_id: link.id })}>
          {t('share.end')}
        </Button>
      )}
    </li>
  );
}
