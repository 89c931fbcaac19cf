/** Where the rows of a list of any length stand, and which of them can be seen. Arithmetic only. */

/** Heights of rows, in CSS pixels. */
export interface RowHeights {
  readonly heading: number;
  readonly option: number;
}

export interface SectionShape {
  readonly heading: boolean;
  /** A row behind the heading that says why there are no options. */
  readonly note: boolean;
  readonly options: number;
}

export interface SectionBox {
  readonly top: number;
  /** Where the first option stands. */
  readonly optionsTop: number;
  readonly bottom: number;
  readonly options: number;
}

export interface ListLayout {
  readonly sections: readonly SectionBox[];
  readonly heights: RowHeights;
  /** Of all rows. */
  readonly height: number;
  /** Of the element that is scrolled: less than `height` for a list that no browser could hold. */
  readonly scrollHeight: number;
}

/** What of a section is in view: options `[first, end)`. */
export interface SectionWindow {
  readonly section: number;
  readonly first: number;
  readonly end: number;
}

/** Browsers cut an element off at some tens of millions of pixels. */
export const MAX_SCROLL_HEIGHT = 8_000_000;
/** Pixels left free below the last row. */
const END = 4;
/** Rows kept above and below those in view. */
export const OVERSCAN = 4;

export function layOut(shapes: readonly SectionShape[], heights: RowHeights): ListLayout {
  let top = 0;
  const sections = shapes.map(({ heading, note, options }) => {
    const optionsTop = top + (heading ? heights.heading : 0) + (note ? heights.option : 0);
    const bottom = optionsTop + options * heights.option;
    const box = { top, optionsTop, bottom, options };
    top = bottom;
    return box;
  });
  const height = top === 0 ? 0 : top + END;
  return { sections, heights, height, scrollHeight: Math.min(height, MAX_SCROLL_HEIGHT) };
}

/** How far down the list is when its element is scrolled that far. */
export function listTop(layout: ListLayout, scrollTop: number, view: number): number {
  return scrollTop * stretch(layout, view);
}

/** How far to scroll for the list to be that far down. */
export function scrollTopOf(layout: ListLayout, top: number, view: number): number {
  return top / stretch(layout, view);
}

/** Pixels of the list to one pixel of scrolling: 1, but for a list that was shortened. */
function stretch({ height, scrollHeight }: ListLayout, view: number): number {
  if (height === scrollHeight) return 1;
  return (height - view) / (scrollHeight - view);
}

/** The options that stand in `[top, top + view)`, and a few around them. */
export function windowOf(layout: ListLayout, top: number, view: number): SectionWindow[] {
  const { option } = layout.heights;
  const from = top - OVERSCAN * option;
  const to = top + view + OVERSCAN * option;
  return layout.sections.flatMap((box, section) => {
    if (box.bottom <= from || box.top >= to) return [];
    const first = clamp(Math.floor((from - box.optionsTop) / option), 0, box.options);
    const end = clamp(Math.ceil((to - box.optionsTop) / option), first, box.options);
    return [{ section, first, end }];
  });
}

/** The list's top that brings an option into view with the least movement, below a heading that stays. */
export function revealTop(
  { sections, heights, height }: ListLayout,
  { section, index }: { readonly section: number; readonly index: number },
  { top, view }: { readonly top: number; readonly view: number },
): number {
  const box = sections[section];
  if (box === undefined) return top;
  const optionTop = box.optionsTop + index * heights.option;
  // The first option brings its heading with it.
  const wanted = index === 0 ? box.top : optionTop - (box.optionsTop - box.top);
  const bottom = optionTop + heights.option + (index === box.options - 1 ? END : 0);
  const shown = wanted < top ? wanted : bottom > top + view ? bottom - view : top;
  return clamp(shown, 0, Math.max(0, height - view));
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
