import { SlidersHorizontal } from 'lucide-react';
import { type FormEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryParams } from '#web/lib/use-query-params.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useMyCommunity } from '../layout/use-my-community.ts';
import styles from './search.module.css';

const names = ['channel', 'tag', 'author', 'from', 'to', 'order'] as const;

/** Narrow the results; each filter acts as soon as it is given, and stands in the address. */
export function Filters() {
  const { t } = useTranslation('community');
  const [params, put] = useQueryParams();
  const mine = useMyCommunity();
  const id = useId();
  const isUsed = names.some((name) => params.get(name));

  const set = (name: (typeof names)[number]) => (event: FormEvent<HTMLInputElement | HTMLSelectElement>) => {
    put({ [name]: event.currentTarget.value.trim().replace(/^[@#]/, '') });
  };
  const clear = () => put(Object.fromEntries(names.map((name) => [name, ''])));
  const value = (name: (typeof names)[number]) => params.get(name) ?? '';
  return (
    <details className={styles.filters} open={isUsed || undefined}>
      <summary>
        <Icon as={SlidersHorizontal} size="s" />
        {t('search.filters')}
      </summary>
      <div className={styles.grid}>
        <label>
          {t('search.filter.channel')}
          <input
            list={`${id}-channels`}
            defaultValue={value('channel')}
            key={`c${value('channel')}`}
            onBlur={set('channel')}
            onKeyDown={onEnter}
            placeholder="skincarescience"
          />
          <datalist id={`${id}-channels`}>
            {mine?.memberships.map(({ channel }) => (
              <option key={channel.id} value={channel.slug}>
                {channel.name}
              </option>
            ))}
          </datalist>
        </label>
        <label>
          {t('search.filter.tag')}
          <input defaultValue={value('tag')} key={`t${value('tag')}`} onBlur={set('tag')} onKeyDown={onEnter} />
        </label>
        <label>
          {t('search.filter.author')}
          <input
            defaultValue={value('author')}
            key={`a${value('author')}`}
            onBlur={set('author')}
            onKeyDown={onEnter}
            autoCapitalize="none"
          />
        </label>
        <label>
          {t('search.filter.from')}
          <input type="date" value={value('from')} max={value('to') || undefined} onChange={set('from')} />
        </label>
        <label>
          {t('search.filter.to')}
          <input type="date" value={value('to')} min={value('from') || undefined} onChange={set('to')} />
        </label>
        <label>
          {t('search.filter.order')}
          <select value={value('order')} onChange={set('order')}>
            <option value="">{t('search.order.relevance')}</option>
            <option value="newest">{t('search.order.newest')}</option>
          </select>
        </label>
        {isUsed && (
          <button type="button" className="link small" onClick={clear}>
            {t('search.filter.clear')}
          </button>
        )}
      </div>
    </details>
  );
}

function onEnter(event: React.KeyboardEvent<HTMLInputElement>) {
  if (event.key === 'Enter') event.currentTarget.blur();
}
