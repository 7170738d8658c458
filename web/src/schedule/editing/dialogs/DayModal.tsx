import { type Day, formatDayLong } from '@toguchi/domain/calendar/day'
import { Button } from '../../../ui/Button.tsx'
import { Modal } from '../../../ui/dialog/Modal.tsx'
import type { DateColumn } from '../../views/frame-view.ts'
import { Help } from '../../../ui/form/FieldParts.ts'
import styles from './DayModal.module.css'

interface Props {
  day: DateColumn
  /** Rooms of the day that can be moved. */
  movable: number
  /** Spare frames of the day, and how many of them residents see. */
  spares: { all: number; released: number }
  /** Days off and what residents are offered are the office's. */
  office: boolean
  onClose: () => void
  /** Null where nothing can be chosen: while frames are edited. */
  onChooseAll: ((date: Day) => void) | null
  onNextDay: (date: Day) => void
  onShift: (date: Day) => void
  onHoliday: (date: Day) => void
  onRelease: (date: Day, released: boolean) => void
}

/** What can be done with a whole day; large buttons, because it is used on a tablet in the site office too. */
export const DayModal = ({ day, movable, spares, office, onClose, onChooseAll, onNextDay, onShift, onHoliday, onRelease }: Props) => {
  const { date } = day
  const run = (act: (date: Day) => void) => () => {
    onClose()
    act(date)
  }
  const nobody = movable === 0 ? '動かせる部屋がありません' : null
  const passed = day.past ? '過ぎた日です' : null
  return (
    <Modal opened onClose={onClose} title={`${formatDayLong(date)}の操作`} width={460} testId="day-modal">
      <Help>
        {day.name === null ? '' : `${day.name}　`}
        {day.holiday ? '休工日' : day.preparation ? '準備日' : `${day.rooms}戸 ／ ${day.frames}枠`}
      </Help>
      <div className={styles.dayActions}>
        {onChooseAll === null ? null : (
          <Button reason={nobody} onClick={run(onChooseAll)}>
            この日の全住戸を選択
          </Button>
        )}
        <Button reason={nobody} onClick={run(onNextDay)}>
          この日の全住戸を翌稼働日へ
        </Button>
        <Button reason={passed ?? nobody} onClick={run(onShift)}>
          この日以降を1稼働日ずつ後ろへ
        </Button>
        {office ? (
          <Button reason={passed ?? (day.preparation ? '準備日です' : null)} onClick={run(onHoliday)}>
            {day.holiday ? '休工日をやめて稼働日にする' : '休工日にする'}
          </Button>
        ) : null}
        {spares.all === 0 || !office ? null : (
          <Button
            onClick={() => {
              onClose()
              onRelease(date, spares.released < spares.all)
            }}
          >
            {spares.released < spares.all ? `予備枠${spares.all}枠を居住者に公開` : `予備枠${spares.all}枠を非公開に戻す`}
          </Button>
        )}
      </div>
    </Modal>
  )
}
