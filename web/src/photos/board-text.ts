import type { SignboardLine } from '@toguchi/domain/photos/signboard'

/** What stands on a board, for who cannot read it in the picture. */
export const boardText = (lines: readonly SignboardLine[]): string =>
  `電子小黒板　${lines.map(({ label, value }) => `${label} ${value}`).join('、')}`
