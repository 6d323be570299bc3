import { type ComponentProps, createElement } from 'react';
import { classNames } from './class-names.ts';
import './layout.css';

/** A step of the spacing scale in tokens.css, in px. */
type Distance = 1 | 2 | 4 | 6 | 8 | 10 | 12 | 14 | 16 | 20 | 24 | 32 | 48;
type Tag =
  | 'div'
  | 'section'
  | 'header'
  | 'footer'
  | 'main'
  | 'nav'
  | 'article'
  | 'aside'
  | 'search'
  | 'ul'
  | 'ol'
  | 'li'
  | 'dl'
  | 'dt'
  | 'dd'
  | 'p'
  | 'span'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'figure'
  | 'form'
  | 'fieldset';

type Props<As extends Tag, Own> = Own & { as?: As; gap?: Distance } & ComponentProps<As>;

interface Across {
  /** The horizontal alignment of the children. By default, children are as wide as the stack. */
  align?: 'start' | 'center' | 'end';
}

/** Arranges its children below each other. */
export function Stack<As extends Tag = 'div'>({ as, gap, align, className, ...rest }: Props<As, Across>) {
  return arrange(as, rest, 'stack', gap && `gap-${gap}`, align && `items-${align}`, className);
}

interface Lines {
  /** The distance between lines, if it differs from `gap`. */
  rowGap?: 0 | 4 | 8 | 12 | 16;
}

interface Line extends Lines {
  /** The vertical alignment of the children. By default, children are as tall as the row. */
  align?: 'start' | 'center' | 'end' | 'baseline';
  justify?: 'between' | 'center' | 'end';
  /** True if children that do not fit continue on the next line. */
  wrap?: boolean;
}

/** Arranges its children next to each other. */
export function Row<As extends Tag = 'div'>(props: Props<As, Line>) {
  const { as, gap, rowGap, align, justify, wrap, className, ...rest } = props;
  const own = [wrap && 'row--wrap', align && `align-${align}`, justify && `justify-${justify}`];
  return arrange(as, rest, 'row', gap && `gap-${gap}`, rowGap !== undefined && `lines-${rowGap}`, ...own, className);
}

interface Columns extends Lines {
  /** Smallest width of a column, in px. */
  min: 80 | 140 | 160 | 220 | 320 | 420;
  /** True if columns stay narrow when there are too few children to fill the width. */
  fill?: boolean;
  align?: 'start' | 'center' | 'end';
}

/** Arranges its children in as many equal columns as fit. */
export function Grid<As extends Tag = 'div'>(props: Props<As, Columns>) {
  const { as, gap, rowGap, min, fill, align, className, ...rest } = props;
  const own = [`min-${min}`, fill && 'grid--fill', align && `align-${align}`];
  return arrange(as, rest, 'grid', gap && `gap-${gap}`, rowGap !== undefined && `lines-${rowGap}`, ...own, className);
}

const arrange = (as: Tag | undefined, rest: object, ...names: Parameters<typeof classNames>) =>
  createElement(as ?? 'div', { ...rest, className: classNames(...names) });
