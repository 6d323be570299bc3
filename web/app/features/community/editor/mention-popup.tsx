import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Initials } from '../parts/letter.tsx';
import type { MentionList } from './mention-list.ts';
import styles from './rich-editor.module.css';

/**
 * The list of people to mention. The editor keeps the focus. The arrow keys and Enter act on this list. Screen readers
 * announce the number of people.
 */
export function MentionPopup({ list }: { list: MentionList }) {
  const { t } = useTranslation('community');
  const { people, current, at } = useSyncExternalStore(list.subscribe, list.read);
  const isOpen = people.length > 0 && at !== undefined;
  return (
    <>
      <p role="status" className="visually-hidden">
        {isOpen && `${t('editor.mention.count', { count: people.length })} ${people[current]?.name}`}
      </p>
      {isOpen && (
        <ul
          className={styles.people}
          ref={(element) => {
            element?.style.setProperty('left', `${at.left}px`);
            element?.style.setProperty('top', `${at.bottom + 6}px`);
          }}
        >
          {people.map((person, index) => (
            <li key={person.id}>
              <button
                type="button"
                tabIndex={-1}
                data-current={index === current || undefined}
                onMouseDown={(event) => {
                  event.preventDefault();
                  list.choose(index);
                }}
              >
                <Initials name={person.name} />
                <bdi>{person.name}</bdi>
                {person.note && (
                  <span className="muted small">
                    <bdi>{person.note}</bdi>
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
