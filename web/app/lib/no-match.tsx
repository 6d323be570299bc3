import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';

/** Tells the person that no visit of the shown days matches the calendar's filters. A button clears the filters. */
export function NoMatch({ isDay, onClear }: { isDay: boolean; onClear: () => void }) {
  const { t } = useTranslation('agenda');
  const action = (
    <Button size="s" onClick={onClear}>
      {t('empty.clear')}
    </Button>
  );
  return <EmptyState title={t(isDay ? 'empty.day' : 'empty.week')} text={t('empty.filtered')} action={action} />;
}
