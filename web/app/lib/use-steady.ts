import { useLayoutEffect, useRef, useState } from 'react';

type Handlers = Readonly<Record<string, (...args: never[]) => unknown>>;

/** The same functions from drawing to drawing, which do what the newest ones do: parts that are only drawn again when something changed can take them. */
export function useSteady<Given extends Handlers>(newest: Given): Given {
  const latest = useRef(newest);
  useLayoutEffect(() => void (latest.current = newest));
  const [steady] = useState(() => {
    const names = Object.keys(newest);
    return Object.fromEntries(names.map((name) => [name, (...args: never[]) => latest.current[name]?.(...args)]));
  });
  return steady as Given;
}
