import { Bell } from 'lucide-react';
import lists from '../feed/lists.module.css';
import { Act, put } from './marks.tsx';

/** Topics as `HotTopicsPage` shows them. */
export const Topics = () => (
  <ol className={lists.sheet} data-each="topics">
    <li className={lists.topic}>
      <span className={lists.rank} data-fill="rank" />
      <div className={lists.words}>
        <a className={lists.name} {...put('href:tag_path')}>
          <bdi data-fill="name">…</bdi>
        </a>
        <p className="small muted" data-fill="count" />
      </div>
      <Act as={Bell} />
    </li>
  </ol>
);
