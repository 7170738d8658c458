import { Drawing, glyphs } from './Glyph.tsx'
import type { officeDrawings } from './office-drawings.ts'

/** Those of a craftsman's day and of what its pages share with the office; kept apart so that a resident's phone does not download them. */
const drawings = {
  ...glyphs,
  construction: 'M14.5 6.5a4 4 0 0 0-5.3 4.8L3.5 17l3.5 3.5 5.7-5.7a4 4 0 0 0 4.8-5.3L15 12l-2.5-.5L12 9z',
  remaining: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2',
  orders: 'M3 4h2.5l2.3 11h10.4L20.5 7H6.2M9 19.5h.01M17 19.5h.01',
  list: 'M8.5 6h12M8.5 12h12M8.5 18h12M4 6h.01M4 12h.01M4 18h.01',
  detail: 'M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12h6M9 16h6',
  grid: 'M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z',
  report: 'M6 4h12v16.5H6zM9 12.5l2.2 2.2 4-4.4M9.5 4V2.5h5V4',
  undo: 'M8.5 5 4 9.5 8.5 14M4 9.5h10a5.5 5.5 0 0 1 0 11H9',
  menu: 'M4 7h16M4 12h16M4 17h16',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20.5 20.5',
  trash: 'M4.5 6.5h15M9 6.5V4h6v2.5M6.5 6.5 7.3 20h9.4l.8-13.5M10 10.5v6M14 10.5v6',
  edit: 'M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19zM13.5 7l3.5 3.5',
  upload: 'M12 16V5M7.5 9 12 4.5 16.5 9M4.5 20h15',
  more: 'M5 11.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4zM12 11.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4zM19 11.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4z',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  again: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3.5v4.2h-4.2',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4',
} as const

export type IconName = keyof typeof drawings | keyof typeof officeDrawings

const added: Partial<Record<IconName, string>> = { ...drawings }

/** Beside those that are there: the office's addresses and the navigation bring theirs, so that no craftsman's day waits for them. */
export const addDrawings = (more: typeof officeDrawings): void => void Object.assign(added, more)

interface Props {
  name: IconName
  /** Pixels; 18 unless said. */
  size?: number
  /** Spoken name; without one the icon is silent, because a text stands beside it. */
  label?: string
}

export const Icon = ({ name, ...look }: Props) => <Drawing path={added[name] ?? ''} {...look} />
