import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { LaunchLine, LaunchState } from '#contract/launch.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { toast } from '#web/ui/toast.ts';
import { Screen, States } from '../screen.tsx';
import { LaunchRow } from './launch-row.tsx';
import styles from './launch.module.css';

const groups = {
  company: ['company', 'contact', 'publication_director', 'data_protection', 'health_data_host', 'insurance'],
  site: ['sample_figures', 'region_rules'],
  proof: ['mail_delivered', 'payment_tested', 'backup_restored'],
  team: ['second_factors', 'signing_doctor'],
} as const satisfies Record<string, readonly LaunchLine[]>;

/** Lists the steps that are needed before the public pages can be published, and shows which of them are ticked off. */
export function LaunchScreen() {
  const { t } = useTranslation(['launch', 'admin']);
  const query = useQuery(api.launch.adminGetLaunch.queryOptions());
  return (
    <Screen
      title={t('admin:place.launch')}
      lead={query.data && <Lead state={query.data} />}
      tools={query.data && <Publish state={query.data} />}
    >
      <States query={query} isEmpty={() => false} empty={{ title: '', text: '' }}>
        {({ lines, regions }) => (
          <Stack gap={32} className={styles.groups}>
            {Object.entries(groups).map(([group, names]) => (
              <section key={group} aria-labelledby={`launch-${group}`}>
                <h2 className="title" id={`launch-${group}`}>
                  {t(`group.${group as keyof typeof groups}`)}
                </h2>
                <ul className={styles.list}>
                  {lines
                    .filter(({ line }) => (names as readonly LaunchLine[]).includes(line))
                    .map((line) => (
                      <LaunchRow key={line.line} line={line} regions={regions} />
                    ))}
                </ul>
              </section>
            ))}
          </Stack>
        )}
      </States>
    </Screen>
  );
}

const settledIn = ({ lines }: LaunchState): number => lines.filter(({ is_settled }) => is_settled).length;

function Lead({ state }: { state: LaunchState }) {
  const { t } = useTranslation('launch');
  const { date } = useFormat();
  const [settled, total] = [settledIn(state), state.lines.length];
  if (state.published_at) return t('lead.published', { date: date(state.published_at) });
  if (!state.is_gated) return t('lead.ungated', { settled, total });
  return settled === total ? t('lead.ready') : t('lead.gated', { settled, total });
}

function Publish({ state }: { state: LaunchState }) {
  const { t } = useTranslation('launch');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation(
    api.launch.adminPublishSite.mutationOptions({
      onSuccess: (now) => {
        queries.setQueryData(api.launch.adminGetLaunch.queryKey(), now);
        toast({ kind: 'success', title: t('published') });
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  return (
    <>
      <LocalisedLink to="/home" reloadDocument className={buttonClass({ size: 's' })}>
        {t('preview')}
      </LocalisedLink>
      {!state.published_at && (
        <Button
          variant="primary"
          size="s"
          busy={isPending}
          disabled={settledIn(state) < state.lines.length}
          onClick={() => mutate({})}
        >
          {t('publish')}
        </Button>
      )}
    </>
  );
}
