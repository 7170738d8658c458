import type { ConstructionOrder } from '@toguchi/domain/schedule/construction-order'
import type { DetailSchedule } from '@toguchi/domain/schedule/contract'
import { numberedFloors } from './frame-supply.ts'
import { Label } from '../../ui/form/FieldParts.ts'
import styles from './SequencePreview.module.css'

/** The building itself, each dwelling with its turn: what the order means here, before anything is laid (G-SCH-17). */
export const SequencePreview = ({ schedule, order }: { schedule: DetailSchedule; order: ConstructionOrder }) => {
  const floors = numberedFloors(schedule, order)
  const last = floors.flatMap(({ cells }) => cells).reduce((most, cell) => Math.max(most, cell?.number ?? 0), 1)
  return (
    <figure className={styles.preview}>
      <Label as="figcaption">施工する順番（上の階から表示）</Label>
      <div className={styles.box} tabIndex={0} role="region" aria-label="施工する順番">
        <table>
          <tbody>
            {floors.map(({ key, cells }) => (
              <tr key={key}>
                {cells.map((cell, at) =>
                  cell === null ? (
                    <td key={`empty-${at}`} data-empty />
                  ) : (
                    <td
                      key={cell.id}
                      data-kept={cell.number === null || undefined}
                      data-priority={cell.high_priority || undefined}
                      style={cell.number === null ? {} : { background: shade(cell.number / last) }}
                    >
                      <small>{cell.name}</small>
                      <b>{cell.number ?? '固定'}</b>
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

/** The earlier, the stronger. */
const shade = (turn: number) => `color-mix(in srgb, var(--brand-soft) ${Math.round((1 - turn) * 100)}%, var(--paper))`
