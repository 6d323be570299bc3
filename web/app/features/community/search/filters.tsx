import { SlidersHorizontal } from 'lucide-react';
import { type FormEvent, type InputHTMLAttributes, type KeyboardEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryParams } from '#web/lib/use-query-params.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useMyCommunity } from '../layout/use-my-community.ts';
import styles from './search.module.css';

const names = ['channel', 'tag', 'author', 'from', 'to', 'order'] as const;
type Name = (typeof names)[number];

/** An example of a community's name. */
const example = 'skincarescience';

/** Filters that narrow the results. Each applies as soon as it is set, and is part of the address. */
export function Filters() {
  const { t } = useTranslation('community');
  const [params, put] = useQueryParams();
  const mine = useMyCommunity();
  const channels = useId();
  const isUsed = names.some((name) => params.get(name));

  const set = (name: Name) => (event: FormEvent<HTMLInputElement | HTMLSelectElement>) => {
    put({ [name]: event.currentTarget.value.trim().replace(/^[@#]/, '') });
  };
  const clear = () => put(Object.fromEntries(names.map((name) => [name, ''])));
  const value = (name: Name) => params.get(name) ?? '';
  return (
    <details className={styles.filters} open={isUsed || undefined}>
      <summary>
        <Icon as={SlidersHorizontal} size="s" />
        {t('search.filters')}
      </summary>
      <div className={styles.grid}>
        <Typed name="channel" value={value('channel')} onGive={set('channel')} list={channels} placeholder={example}>
          <datalist id={channels}>
            {mine?.memberships.map(({ channel }) => (
              <option key={channel.id} value={channel.slug} dir="auto">
                {channel.name}
              </option>
            ))}
          </datalist>
        </Typed>
        <Typed name="tag" value={value('tag')} onGive={set('tag')} />
        <Typed name="author" value={value('author')} onGive={set('author')} autoCapitalize="none" />
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

interface TypedProps extends InputHTMLAttributes<HTMLInputElement> {
  name: 'channel' | 'tag' | 'author';
  value: string;
  onGive: (event: FormEvent<HTMLInputElement>) => void;
}

/**
 * A filter that takes effect when its field loses the focus, or after Enter. A change of the address resets the field.
 */
function Typed({ name, value, onGive, children, ...input }: TypedProps) {
  const { t } = useTranslation('community');
  return (
    <label>
      {t(`search.filter.${name}`)}
      <input key={value} {...input} defaultValue={value} onBlur={onGive} onKeyDown={leaveOnEnter} />
      {children}
    </label>
  );
}

function leaveOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key === 'Enter') event.currentTarget.blur();
}
