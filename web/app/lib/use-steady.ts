import { useLayoutEffect, useRef, useState } from 'react';

type Handlers = Readonly<Record<string, (...args: never[]) => unknown>>;

/**
 * Returns functions that are the same objects in every render, but call the newest versions of the given functions.
 * Memoised components can therefore take them as props.
 */
export function useSteady<Given extends Handlers>(newest: Given): Given {
  const latest = useRef(newest);
  useLayoutEffect(() => void (latest.current = newest));
  const [steady] = useState(() => {
    const names = Object.keys(newest);
    return Object.fromEntries(names.map((name) => [name, (...args: never[]) => latest.current[name]?.(...args)]));
  });
  return steady as Given;
}
