import { useTranslation } from 'react-i18next';
import { useQueryParams } from '#web/lib/use-query-params.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';

interface Props {
  isFiltered: boolean;
  /** The number of open cases in the chosen community, including those that the filter by reason leaves out. */
  openHere: number;
  /** The number of open cases in all communities of this moderator. */
  openEverywhere: number;
}

/**
 * The text for an empty queue. It names the open cases that the filters leave out. "Nothing waits" is shown only if no
 * community has open cases.
 */
export function NothingWaits({ isFiltered, openHere, openEverywhere }: Props) {
  const { t } = useTranslation(['community', 'moderation']);
  const [, put] = useQueryParams();
  if (isFiltered && openHere > 0)
    return (
      <EmptyState
        title={t('moderation:empty.reason')}
        text={t('moderation:empty.reason.text', { count: openHere })}
        action={
          <Button size="s" onClick={() => put({ reason: null })}>
            {t('moderation:empty.reason.clear')}
          </Button>
        }
      />
    );
  if (openEverywhere > 0)
    return (
      <EmptyState
        title={t('moderation:empty.here')}
        text={t('moderation:empty.here.text', { count: openEverywhere })}
        action={
          <Button size="s" onClick={() => put({ channel: null, reason: null })}>
            {t('moderation:empty.here.all')}
          </Button>
        }
      />
    );
  return <EmptyState title={t('moderation:empty.open')} text={t('moderation:empty.open.text')} />;
}
