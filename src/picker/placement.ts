/** Where a popup goes: below its field, or above it where there is more room. */

export interface FieldBox {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
}

export interface Viewport {
  readonly width: number;
  readonly height: number;
  /** Of the part that can be seen, in the coordinates of the layout. */
  readonly offsetTop: number;
}

export interface Placement {
  readonly left: number;
  readonly width: number;
  /** From the top of the layout's viewport; null for a popup above its field. */
  readonly top: number | null;
  /** From the same top up to which a popup above its field reaches; null for one below. */
  readonly bottom: number | null;
  readonly maxHeight: number;
}

const GAP = 4;
const MARGIN = 8;

/** No popup is narrower, where the page is not. */
const LEAST_WIDTH = 256;

export interface PopupWish {
  /** The height that the popup would have if there was room. */
  readonly height: number;
  /** It grows from the field's right edge. */
  readonly rightToLeft: boolean;
}

export function placePopup(field: FieldBox, viewport: Viewport, wish: PopupWish): Placement {
  const { height: wanted, rightToLeft } = wish;
  const below = viewport.offsetTop + viewport.height - field.bottom - GAP - MARGIN;
  const above = field.top - viewport.offsetTop - GAP - MARGIN;
  const isBelow = below >= wanted || below >= above;
  const room = Math.max(0, isBelow ? below : above);
  const width = Math.min(Math.max(field.width, LEAST_WIDTH), viewport.width);
  const start = rightToLeft ? field.left + field.width - width : field.left;
  const left = Math.max(0, Math.min(start, viewport.width - width));
  return {
    left,
    width,
    top: isBelow ? field.bottom + GAP : null,
    bottom: isBelow ? null : field.top - GAP,
    maxHeight: Math.min(room, wanted),
  };
}
