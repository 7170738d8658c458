import { signboardLayout, type SignboardPlace } from '@toguchi/domain/photos/signboard-layout'
import { type SignboardFacts, signboardLines } from '@toguchi/domain/photos/signboard'
import styles from './Signboard.module.css'

interface Props {
  facts: SignboardFacts
  place: SignboardPlace
  /** The picture's own pixels. */
  width: number
  height: number
}

/** The electronic signboard as the server will draw it on the picture: a preview, laid over it (D-05). */
export const Signboard = ({ facts, place, width, height }: Props) => {
  const lines = signboardLines(facts)
  const { board, labels, values, rules } = signboardLayout(lines, { width, height, place })
  const stroke = Math.min(width, height) / 400
  return (
    <svg
      className={styles.signboard}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`電子小黒板　${lines.map(({ label, value }) => `${label} ${value}`).join('、')}`}
    >
      <rect {...board} fill="#1d4a37" stroke="#f3efe2" strokeWidth={stroke * 2} />
      {rules.map(rule => (
        <line key={`${rule.x1} ${rule.y1} ${rule.y2}`} {...rule} stroke="#f3efe2" strokeOpacity={0.75} strokeWidth={stroke} />
      ))}
      {labels.map(({ x, y, size, text }) => (
        <text key={text} x={x} y={y} fontSize={size} fill="#d6e4da">
          {text}
        </text>
      ))}
      {values.map(({ x, y, size, text }, at) => (
        <text key={lines[at]?.label} x={x} y={y} fontSize={size} fontWeight={700} fill="#fff">
          {text}
        </text>
      ))}
    </svg>
  )
}
