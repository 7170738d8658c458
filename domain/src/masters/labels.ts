/** From which floor a construction order starts (spec §4, G-MAS-11). */
export const topOrBottom = ['top', 'bottom'] as const
export type TopOrBottom = (typeof topOrBottom)[number]
export const topOrBottomLabels: Readonly<Record<TopOrBottom, string>> = { top: '上から', bottom: '下から' }

/** Along columns or along floors (spec §4, G-MAS-11). */
export const verticalOrHorizontal = ['vertical', 'horizontal'] as const
export type VerticalOrHorizontal = (typeof verticalOrHorizontal)[number]
export const verticalOrHorizontalLabels: Readonly<Record<VerticalOrHorizontal, string>> = { vertical: '縦', horizontal: '横' }
