import { useMutation, useQuery } from '@tanstack/react-query';
import { ChevronLeft, LockKeyhole } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LockedCase as Locked } from '#contract/cases.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import bar from '../bar/bar.module.css';
import caseStyles from '../case/case.module.css';
import { CaseSkeleton } from '../case/case-skeleton.tsx';
import { showCase } from '../flow/show-case.ts';
import { DueLine } from '../queue/due-time.tsx';
import styles from './access.module.css';
import { WhyDialog } from './why-dialog.tsx';

interface Props {
  caseId: string;
  titled: (title: string) => ReactNode;
  bell: ReactNode;
  /** Content to show if the case does not exist. */
  missing: ReactNode;
}

/**
 * Shown in place of a case that belongs to another doctor. It contains the case's row from the queue, and the button to
 * open the case.
 */
export function LockedCase({ caseId, titled, bell, missing }: Props) {
  const { t } = useTranslation('studio');
  const { data, isPending } = useQuery({
    ...api.caseFlow.getLockedCase.queryOptions({ input: { case_id: caseId } }),
    retry: false,
  });
  if (isPending)
    return (
      <>
        {titled(t('room'))}
        <CaseSkeleton />
      </>
    );
  if (!data) return missing;
  return (
    <>
      {titled(t('case.title', { number: data.number }))}
      <div className={styles.screen}>
        <header className={bar.caseBar}>
          <LocalisedLink to="/studio" className={bar.back} aria-label={t('case.back')} title={t('case.back')}>
            <Icon as={ChevronLeft} />
          </LocalisedLink>
          <h1 className={bar.number}>{data.number}</h1>
          <span className={bar.grow} />
          <Stack as="span" className={bar.bell}>
            {bell}
          </Stack>
        </header>
        <main id="content" className={caseStyles.message}>
          <Door locked={data} />
        </main>
      </div>
    </>
  );
}

type Way = 'open' | 'take_over';

function Door({ locked }: { locked: Locked }) {
  const { t } = useTranslation('studio');
  const [way, setWay] = useState<Way | null>(null);
  const name = locked.practitioner_name ? t('doctor', { name: locked.practitioner_name }) : null;
  const isOpen = locked.status !== 'published';
  return (
    <Stack as="section" gap={16} align="start" className={styles.door}>
      <span className={styles.mark}>
        <Icon as={LockKeyhole} size="l" />
      </span>
      <h2 className="h3">{name ? t('access.locked', { name }) : t('access.locked_nobody')}</h2>
      <p>{t('access.locked_text')}</p>
      <Facts locked={locked} />
      <Row gap={12} wrap className={styles.ways}>
        <Button variant="primary" size="s" onClick={() => setWay('open')}>
          {t('access.open')}
        </Button>
        {isOpen && (
          <Button size="s" onClick={() => setWay('take_over')}>
            {t('take_over')}
          </Button>
        )}
      </Row>
      {way === 'open' && <OpenDialog caseId={locked.id} onClose={() => setWay(null)} />}
      {way === 'take_over' && <TakeOverDialog caseId={locked.id} name={name} onClose={() => setWay(null)} />}
    </Stack>
  );
}

function Facts({ locked }: { locked: Locked }) {
  const { plan, status, due_at, received_at, published_at, is_waiting_for_photos } = locked;
  const { t } = useTranslation('studio');
  const { dateTime } = useFormat();
  const now = useNow();
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('column.plan')}</dt>
        <dd>{t(`plan.${plan}`)}</dd>
      </div>
      <div>
        <dt>{t('preview.received')}</dt>
        <dd>{dateTime(received_at)}</dd>
      </div>
      <div>
        <dt>{t(status === 'published' ? 'preview.signed' : 'preview.due')}</dt>
        <dd>
          {status === 'published' ? (
            dateTime(published_at ?? due_at)
          ) : is_waiting_for_photos ? (
            t('state.waiting')
          ) : (
            <DueLine due_at={due_at} now={now} />
          )}
        </dd>
      </div>
    </dl>
  );
}

function OpenDialog({ caseId, onClose }: { caseId: string; onClose: () => void }) {
  const { t } = useTranslation('studio');
  const errorText = useErrorText();
  const { mutate, isPending, error } = useMutation(
    api.caseFlow.openCase.mutationOptions({
      onSuccess: async () => {
        await queryClient.resetQueries({ queryKey: api.simulation.getStudioCase.key() });
      },
    }),
  );
  return (
    <WhyDialog
      title={t('access.open')}
      lead={t('access.open_lead')}
      action={t('access.open_now')}
      busy={isPending}
      fault={error ? errorText(error) : undefined}
      onConfirm={(why) => mutate({ case_id: caseId, ...why })}
      onClose={onClose}
    />
  );
}

interface TakeOverProps {
  caseId: string;
  name: string | null;
  onClose: () => void;
}

export function TakeOverDialog({ caseId, name, onClose }: TakeOverProps) {
  const { t } = useTranslation('studio');
  const errorText = useErrorText();
  const { mutate, isPending, error } = useMutation(
    api.caseFlow.takeOverCase.mutationOptions({
      onSuccess: async (taken) => {
        await queryClient.cancelQueries({ queryKey: api.simulation.getStudioCase.key() });
        showCase(taken);
      },
    }),
  );
  return (
    <WhyDialog
      title={t('take_over')}
      lead={name ? t('take_over_lead', { name }) : t('take_over_lead_nobody')}
      action={t('take_over')}
      busy={isPending}
      fault={error ? errorText(error) : undefined}
      onConfirm={(why) => mutate({ case_id: caseId, ...why })}
      onClose={onClose}
    />
  );
}
