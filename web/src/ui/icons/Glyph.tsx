/** 24 × 24, drawn with one stroke width; a meaning each, never decoration. Those that login and resident pages need. */
export const glyphs = {
  home: 'M3.5 11 12 4l8.5 7M6 9.5V20h4.5v-5.5h3V20H18V9.5',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V7M15.5 3.5V7',
  camera: 'M3.5 8H8l1.5-2.5h5L16 8h4.5v11h-17zM12 10a3.3 3.3 0 1 0 0 6.6 3.3 3.3 0 0 0 0-6.6z',
  clip: 'm19.5 11.5-7.3 7.3a4.7 4.7 0 0 1-6.6-6.6l7.6-7.6a3.1 3.1 0 0 1 4.4 4.4l-7.5 7.5a1.6 1.6 0 0 1-2.2-2.2l6.8-6.8',
  user: 'M12 4.5a3.7 3.7 0 1 0 0 7.4 3.7 3.7 0 0 0 0-7.4zM5 20c0-3.6 3.1-5.5 7-5.5s7 1.9 7 5.5',
  history: 'M4 5h16v11H11l-5 4v-4H4zM8 9h8M8 12.2h5',
  close: 'M6 6l12 12M18 6 6 18',
  chevron_left: 'm14.5 6-6 6 6 6',
  chevron_right: 'm9.5 6 6 6-6 6',
  chevron_down: 'm6 9.5 6 6 6-6',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4.5 20h15',
  check: 'm5 12.5 4.5 4.5L19 7',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5M12 8h.01',
  alert: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 8v5M12 16h.01',
  phone: 'M5 4h4l1.5 4.5L8.3 10a11 11 0 0 0 5.7 5.7l1.5-2.2L20 15v4a1.5 1.5 0 0 1-1.6 1.5C11 20 4 13 3.5 5.6A1.5 1.5 0 0 1 5 4z',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  eye_off:
    'M4 4l16 16M9.5 5.9A8.6 8.6 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a15 15 0 0 1-3 3.7M6.3 7.6A15 15 0 0 0 2.5 12S6 18.5 12 18.5a8.7 8.7 0 0 0 4-1M10 10a3 3 0 0 0 4.2 4.2',
  swap: 'M4 8.5h15M15.5 5 19 8.5 15.5 12M20 15.5H5M8.5 12 5 15.5 8.5 19',
  logout: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9.5',
  external: 'M10 5H5v14h14v-5M13 4.5h6.5V11M19 5l-8.5 8.5',
  file: 'M6 3.5h8l4 4v13H6zM14 3.5v4h4',
} as const

interface Props {
  name: keyof typeof glyphs
  /** Pixels; 18 unless said. */
  size?: number
  /** Spoken name; without one the glyph is silent, because a text stands beside it. */
  label?: string
}

export const Glyph = ({ name, ...look }: Props) => <Drawing path={glyphs[name]} {...look} />

export const Drawing = ({ path, size = 18, label }: { path: string; size?: number; label?: string }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={size > 22 ? 1.6 : 1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
    style={{ flex: 'none' }}
    {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
  >
    <path d={path} />
  </svg>
)
