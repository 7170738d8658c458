import { Drawing, glyphs } from './Glyph.tsx'

/** The rest, for where people work; kept apart so that a resident's phone does not download it. */
const drawings = {
  ...glyphs,
  dashboard: 'M4 20V11M10 20V5M16 20v-6M21 20H3',
  building: 'M5 21V3.5h9V21M14 9h5v12M3 21h18M8 7.5h3M8 11.5h3M8 15.5h3',
  construction: 'M14.5 6.5a4 4 0 0 0-5.3 4.8L3.5 17l3.5 3.5 5.7-5.7a4 4 0 0 0 4.8-5.3L15 12l-2.5-.5L12 9z',
  remaining: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2',
  orders: 'M3 4h2.5l2.3 11h10.4L20.5 7H6.2M9 19.5h.01M17 19.5h.01',
  list: 'M8.5 6h12M8.5 12h12M8.5 18h12M4 6h.01M4 12h.01M4 18h.01',
  detail: 'M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12h6M9 16h6',
  grid: 'M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z',
  report: 'M6 4h12v16.5H6zM9 12.5l2.2 2.2 4-4.4M9.5 4V2.5h5V4',
  folder: 'M3.5 6h6l2 2.5h9V19h-17z',
  lock: 'M5.5 11h13v9.5h-13zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  book: 'M5 18.5v-13A1.5 1.5 0 0 1 6.5 4H19v13H6.5a1.5 1.5 0 0 0 0 3.5H19',
  staff:
    'M9 5a3.3 3.3 0 1 0 0 6.6A3.3 3.3 0 0 0 9 5zM3 19.5c0-3.2 2.7-5 6-5s6 1.8 6 5M16 5.4a3.3 3.3 0 0 1 0 5.9M17.5 14.8c2.1.6 3.5 2.2 3.5 4.7',
  helmet: 'M4 16a8 8 0 0 1 16 0M2.5 16h19v2.5h-19zM10 8.3V5h4v3.3',
  department: 'M9 3.5h6v5H9zM3.5 15.5h6v5h-6zM14.5 15.5h6v5h-6zM12 8.5V12M6.5 15.5V12h11v3.5',
  contractor: 'M3.5 8h17v11.5h-17zM9 8V5h6v3M3.5 13h17',
  subcontract: 'M4 4h7v6H4zM13 14h7v6h-7zM7.5 10v7H13',
  supplier: 'M4.5 11v9h15v-9M3 11l2-6.5h14L21 11zM10 20v-5h4v5',
  reason: 'M12 4 2.8 20h18.4zM12 10v4.5M12 17.2h.01',
  sequence: 'M7 4v16M4 17l3 3 3-3M17 20V4M14 7l3-3 3 3',
  option: 'M3.5 3.5H11l9.5 9.5-7.5 7.5L3.5 11zM7.5 7.5h.01',
  board: 'M4 4h16v11.5H4zM8 8h8M8 11.5h5M9 20.5l3-5 3 5',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
  undo: 'M8.5 5 4 9.5 8.5 14M4 9.5h10a5.5 5.5 0 0 1 0 11H9',
  redo: 'M15.5 5 20 9.5 15.5 14M20 9.5H10a5.5 5.5 0 0 0 0 11h5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  chevron_up: 'm6 14.5 6-6 6 6',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20.5 20.5',
  trash: 'M4.5 6.5h15M9 6.5V4h6v2.5M6.5 6.5 7.3 20h9.4l.8-13.5M10 10.5v6M14 10.5v6',
  edit: 'M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19zM13.5 7l3.5 3.5',
  upload: 'M12 16V5M7.5 9 12 4.5 16.5 9M4.5 20h15',
  sort: 'M8 9.5 12 5l4 4.5M8 14.5l4 4.5 4-4.5',
  sort_up: 'M8 13.5 12 9l4 4.5',
  sort_down: 'm8 10.5 4 4.5 4-4.5',
  more: 'M5 11.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4zM12 11.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4zM19 11.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4z',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  again: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3.5v4.2h-4.2',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4',
} as const

export type IconName = keyof typeof drawings

interface Props {
  name: IconName
  /** Pixels; 18 unless said. */
  size?: number
  /** Spoken name; without one the icon is silent, because a text stands beside it. */
  label?: string
}

export const Icon = ({ name, ...look }: Props) => <Drawing path={drawings[name]} {...look} />
