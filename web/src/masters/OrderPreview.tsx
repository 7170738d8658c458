import { type ConstructionOrder, orderRooms } from '@toguchi/domain/schedule/construction-order'
import { type CSSProperties, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Label } from '../ui/form/FieldParts.ts'
import styles from './OrderPreview.module.css'

const floors = 4
const perFloor = 6
const rooms = Array.from({ length: floors * perFloor }, (_, at) => ({
  block_position: 1,
  row: Math.floor(at / perFloor) + 1,
  col: (at % perFloor) + 1,
  high_priority: false,
}))

/** Earlier is darker, and always light enough to read on. */
const shade = (number: number) => Math.round(26 * (1 - number / rooms.length)) + 2
/** What an animation needs to know of its cell; React's types know no custom properties. */
const lookOf = (number: number) => ({ '--number': number, '--shade': `${shade(number)}%` }) as CSSProperties

/**
 * The order of work in a building of four floors, by the rule that the schedule itself is laid with (G-MAS-10, G-SCH-17): numbered, and
 * walked through once whenever it changes, or again on request. Who wants no motion sees the numbers at once.
 */
export const OrderPreview = ({ order }: { order: ConstructionOrder }) => {
  const [runs, setRuns] = useState(0)
  const numbers = new Map(orderRooms(rooms, order).map((room, at) => [`${room.row}-${room.col}`, at + 1]))
  return (
    <figure className={styles.preview} data-testid="order-preview">
      <Label as="figcaption">
        施工する順番（4階建て・各階6戸の例）
        <Button size="small" kind="quiet" onClick={() => setRuns(runs + 1)}>
          もう一度動かす
        </Button>
      </Label>
      <table>
        <tbody key={`${runs} ${[...numbers.values()].join()}`}>
          {Array.from({ length: floors }, (_, at) => floors - at).map(row => (
            <tr key={row}>
              <th scope="row">{row}階</th>
              {Array.from({ length: perFloor }, (_, at) => at + 1).map(col => {
                const number = numbers.get(`${row}-${col}`) ?? 1
                return (
                  <td key={col} style={lookOf(number)}>
                    {number}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
