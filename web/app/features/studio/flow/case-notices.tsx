import { Camera, HeartPulse, MessageCircleHeart, Repeat, Siren } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CaseBackground } from '#contract/care.ts';
import { useFormat } from '#web/lib/format.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { useWorkspace } from '../case/workspace-context.ts';
import { sentenceList } from '../words/sentence-list.ts';
import styles from './flow.module.css';
import { AskHealthButton } from './ask-health.tsx';
import { TalkNotice } from './talk-notice.tsx';
import { useBackground } from './use-background.ts';

/** Shows warnings that the doctor must read before the first dose. The most serious warning comes first. */
export function CaseNotices() {
  const { t } = useTranslation('studio');
  const { studioCase } = useWorkspace();
  const { data } = useBackground();
  const { longDay } = useFormat();
  const { photo_request: request, redo_wishes: wishes, status } = studioCase;
  const isRedo = status !== 'published' && wishes[0];
  return (
    <div className={styles.notices}>
      {data && <Urgent background={data} />}
      {data && <Contraindications background={data} />}
      {data?.expectation === 'talk_first' && <TalkNotice icon={MessageCircleHeart} />}
      {request && (
        <Stack as="section" gap={6} className={styles.notice} aria-label={t('request.open')}>
          <h3>
            <Icon as={Camera} size="s" />
            {t('request.open')}
          </h3>
          <p>
            {sentenceList(request.poses.map((pose) => t(`pose.${pose}`)))}, {t(`request.reason.${request.reason}`)}
          </p>
          <small>{t('request.since', { day: longDay(request.requested_at) })}</small>
        </Stack>
      )}
      {isRedo && (
        <Stack as="section" gap={6} className={styles.notice} data-level="calm" aria-label={t('redo.wishes')}>
          <h3>
            <Icon as={Repeat} size="s" />
            {t('redo.wishes')}
          </h3>
          <blockquote>{isRedo.wishes}</blockquote>
        </Stack>
      )}
    </div>
  );
}

function Contraindications({ background: { history, contraindications } }: { background: CaseBackground }) {
  const { t } = useTranslation('studio');
  if (history && contraindications.length === 0) return null;
  const level = contraindications.some((found) => found.level === 'stop') ? 'stop' : 'care';
  return (
    <Stack
      as="section"
      gap={6}
      className={styles.notice}
      data-level={history ? level : 'calm'}
      aria-label={t('contra.title')}
    >
      <h3>
        <Icon as={HeartPulse} size="s" />
        {t(history ? 'contra.title' : 'contra.untold')}
      </h3>
      {!history && <AskHealthButton />}
      <ul>
        {contraindications.map((found) => (
          <li key={found.question}>
            <b>
              {t('contra.line', {
                level: t(`contra.level.${found.level}`),
                question: t(`contra.question.${found.question}`),
              })}
            </b>
            {found.details && <span>{found.details}</span>}
            <small>{sentenceList(found.treatments.map((kind) => t(`kind.${kind}`)))}</small>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function Urgent({ background: { urgent_reports } }: { background: CaseBackground }) {
  const { t } = useTranslation('studio');
  const { dateTime } = useFormat();
  const open = urgent_reports.filter((report) => !report.settled_at);
  if (open.length === 0) return null;
  return (
    <Stack as="section" gap={6} className={styles.notice} data-level="stop" aria-label={t('urgent.title')}>
      <h3>
        <Icon as={Siren} size="s" />
        {t('urgent.title')}
      </h3>
      <ul>
        {open.map((report) => (
          <li key={report.id}>
            <b>{sentenceList(report.signs.map((sign) => t(`urgent.sign.${sign}`)))}</b>
            <small>{dateTime(report.reported_at)}</small>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
