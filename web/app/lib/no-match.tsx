import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';

/** A message that the calendar's filters hide all visits of the shown days. A button clears the filters. */
export function NoMatch({ isDay, onClear }: { isDay: boolean; onClear: () => void }) {
  const { t } = useTranslation('agenda');
  const action = (
    <Button size="s" onClick={onClear}>
      {t('empty.clear')}
    </Button>
  );
  return <EmptyState title={t(isDay ? 'empty.day' : 'empty.week')} text={t('empty.filtered')} action={action} />;
}
