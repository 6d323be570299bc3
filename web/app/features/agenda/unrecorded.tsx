import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyTime } from '#contract/agenda.ts';
import { api } from '#web/lib/api.ts';
import { useVisitWords } from '#web/lib/visit-words.ts';
import { useZoned } from '#web/lib/zoned.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Stack } from '#web/ui/layout.tsx';
import styles from './agenda.module.css';
import { VisitDialog } from './visit-dialog.tsx';

/** Lists past visits that still need a treatment record. Nothing is shown if there are none. */
export function Unrecorded({ now }: { now: number }) {
  const { t } = useTranslation('agenda');
  const { data } = useQuery(api.agenda.listVisitsWithoutRecord.queryOptions());
  const [isOpen, setOpen] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  if (!data || data.total === 0) return null;
  const visit = data.times.find(({ id }) => id === opened);
  return (
    <>
      <div className={styles.buttons} data-above="">
        <Button size="s" onClick={() => setOpen(true)}>
          {t('unrecorded', { count: data.total })}
        </Button>
      </div>
      {isOpen && !visit && (
        <Dialog isOpen onClose={() => setOpen(false)} title={t('unrecorded.title')} lead={t('unrecorded.lead')}>
          <Stack as="ul" gap={8} className={styles.unrecorded}>
            {data.times.map((time) => (
              <li key={time.id}>
                <Line visit={time} onOpen={() => setOpened(time.id)} />
              </li>
            ))}
          </Stack>
          {data.total > data.times.length && (
            <p className="small muted">{t('unrecorded.more', { count: data.total - data.times.length })}</p>
          )}
        </Dialog>
      )}
      {visit && <VisitDialog visit={visit} now={now} onClose={() => setOpened(null)} />}
    </>
  );
}

function Line({ visit, onOpen }: { visit: MyTime; onOpen: () => void }) {
  const words = useVisitWords();
  const { short } = useZoned();
  return (
    <button type="button" onClick={onOpen}>
      <span className="num">{short(visit.starts_at, visit.site.timezone)}</span> <bdi>{words.who(visit)}</bdi>,{' '}
      {words.what(visit)}
    </button>
  );
}
