import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Answers } from '#contract/intake.ts';
import { call } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { useFormat } from '#web/lib/format.ts';
import { languageName } from '#web/lib/language-name.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { useErrorText } from '#web/lib/refusal.ts';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { toast } from '#web/ui/toast.ts';
import { useWorkspace } from '../case/workspace-context.ts';
import { sentenceList } from '../words/sentence-list.ts';
import styles from './patient.module.css';

/**
 * Shows the patient's answers as text, the dates of the photos, the history of the case, and the button to export it.
 */
export function PatientPanel() {
  const { t } = useTranslation('studio');
  const { studioCase } = useWorkspace();
  const { dateTime } = useFormat();
  const locale = useLocale();
  const { answers, photos, history, patient } = studioCase;
  return (
    <>
      {answers ? <AnswerList answers={answers} /> : <p className={styles.none}>{t('answers.none')}</p>}
      <Stack as="section" gap={6} className={styles.section}>
        <h3>{t('column.photos')}</h3>
        <ul>
          {photos.map((photo) => (
            <li key={photo.id}>
              <span>{t(`pose.${photo.pose}`)}</span>
              <time dateTime={photo.created_at}>{dateTime(photo.created_at)}</time>
            </li>
          ))}
        </ul>
        <p>{t('clinical.text')}</p>
        <LinkButton size="s" to={inLanguage(`/studio/cases/${studioCase.id}/photos`, locale)}>
          {t('clinical.open')}
        </LinkButton>
        <p>{t('patient.language', { language: languageName(patient.language, locale) })}</p>
      </Stack>
      <Stack as="section" gap={6} className={styles.section}>
        <h3>{t('history')}</h3>
        <ol>
          {[...history].reverse().map((event) => (
            <li key={event.kind + event.at}>
              <span>
                {t(`event.${event.kind}`)}
                {event.actor_name && (
                  <small>
                    <bdi>{event.actor_name}</bdi>
                  </small>
                )}
              </span>
              <time dateTime={event.at}>{dateTime(event.at)}</time>
            </li>
          ))}
        </ol>
        <p>{t('preview.logged')}</p>
      </Stack>
      {studioCase.access.relation !== 'unassigned' && <TakeAlong id={studioCase.id} number={studioCase.number} />}
    </>
  );
}

/** Exports the case for use in another system. The export is one file and contains the images. */
function TakeAlong({ id, number }: { id: string; number: string }) {
  const { t } = useTranslation('studio');
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call.caseFlow.exportCase({ case_id: id }),
    onSuccess: (file) => download(file as Blob, `${number}.fhir.json`),
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
  return (
    <Stack as="section" gap={6} className={styles.section}>
      <h3>{t('export.title')}</h3>
      <p>{t('export.text')}</p>
      <Button size="s" busy={isPending} onClick={() => mutate()}>
        {t('export.action')}
      </Button>
    </Stack>
  );
}

function AnswerList({ answers }: { answers: Answers }) {
  const { t } = useTranslation('studio');
  const named = (kind: 'goal' | 'area' | 'avoid' | 'had', values: readonly string[], other = '') =>
    sentenceList(values.map((value) => (value === 'other' ? other : t(`${kind}.${value}` as 'goal.radiance')))) ||
    t('answers.nothing');
  const rows = [
    ['answers.goals', named('goal', answers.main_goals)],
    ['answers.areas', named('area', answers.facial_areas, answers.facial_areas_other)],
    ['answers.result', t(`result.${answers.result_type}`)],
    ['answers.avoid', named('avoid', answers.avoid_treatments, answers.avoid_other)],
    ['answers.had', named('had', answers.treatments_history)],
    ['answers.knowledge', t('answers.knowledge_value', { level: answers.knowledge_level })],
  ] as const;
  return (
    <dl className={styles.answers}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
