import type { FramePlace } from '@toguchi/domain/schedule/place'
import { formatDayShort } from '@toguchi/domain/calendar/day'
import type { Arrangement } from '@toguchi/domain/schedule/arrange/arrange'
import type { ArrangeReport, UnmetReason, UnmetWish } from '@toguchi/domain/schedule/arrange/report'
import { stepsPerFloor, stepsToAnotherWing } from '@toguchi/domain/schedule/arrange/walking'
import { tooFewFramesText } from '@toguchi/domain/schedule/construction-order'
import type { ScheduleUnit } from '@toguchi/domain/schedule/placement'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ModalFoot } from '../../ui/dialog/Modal.tsx'
import { type ArrangeFacts, movesOf } from './arrange-input.ts'
import { Alert } from '../../ui/Alert.ts'
import { Help, Label } from '../../ui/form/FieldParts.ts'
import styles from './ArrangeResult.module.css'

interface Props {
  facts: ArrangeFacts
  unit: ScheduleUnit
  arrangement: Arrangement
  onTake: () => void
  onBack: () => void
}

/** What the proposal costs, before anybody takes it. */
export const ArrangeResult = ({ facts, unit, arrangement, onTake, onBack }: Props) => {
  if (arrangement.places === null)
    return (
      <>
        <Alert role="alert">{tooFewFramesText(arrangement.missing)}</Alert>
        <ModalFoot>
          <Button onClick={onBack}>別の条件で</Button>
        </ModalFoot>
      </>
    )
  const { report, places, spare_frames } = arrangement
  const changes = movesOf(facts, places).length + spare_frames.length
  return (
    <>
      <div data-testid="arrange-result">
        <dl className={styles.figures}>
          <Wishes {...report.wishes} />
          <Moved {...report} />
          <Walking {...report.walking} />
          <Spare {...report.spare} added={spare_frames.length} />
          {report.units === null ? null : <Units {...report.units} unit={unit} />}
        </dl>
        {report.wishes.unmet.length === 0 ? null : <Unmet unmet={report.wishes.unmet} facts={facts} places={places} unit={unit} />}
        <Help>
          {report.gap === 0
            ? 'この条件で、これより良い配置はないことを確かめました。'
            : 'この条件で、これより良い配置がまだあるかもしれません。'}
          下書きに入れたあとも「元に戻す」で取り消せます。保存するまで通知は送られません。
        </Help>
      </div>
      <ModalFoot>
        <Button onClick={onBack}>別の条件で</Button>
        <Button kind="primary" onClick={onTake} reason={changes === 0 ? '今の計画から変わるところがありません' : null}>
          この案を下書きに入れる
        </Button>
      </ModalFoot>
    </>
  )
}

interface FigureProps {
  label: string
  value: ReactNode
  note: string
  /** Something to think about before taking it. */
  warn?: boolean
  title?: string
}

const Figure = ({ label, value, note, warn = false, title }: FigureProps) => (
  <div data-warn={warn} {...(title === undefined ? {} : { title })}>
    <dt>{label}</dt>
    <dd>{value}</dd>
    <dd className={styles.note}>{note}</dd>
  </div>
)

const Wishes = ({ met, total, unmet }: ArrangeReport['wishes']) => {
  const against = unmet.filter(({ kind }) => kind === 'unavailable').length
  if (total === 0) return <Figure label="かなえた希望" value="―" note="希望のある部屋はありません" />
  return (
    <Figure
      label="かなえた希望"
      value={
        <>
          {met}/{total} <small>戸</small>
        </>
      }
      note={
        unmet.length === 0
          ? 'すべての希望に沿っています'
          : against === 0
            ? 'ご都合の悪い日にあたる部屋はありません'
            : `${against}戸がご都合の悪い日にあたります`
      }
      warn={against > 0}
    />
  )
}

const Moved = ({ moved, placed }: Pick<ArrangeReport, 'moved' | 'placed'>) => (
  <Figure
    label="前の計画から動く部屋"
    value={
      <>
        {moved.rooms} <small>戸</small>
      </>
    }
    note={[
      moved.rooms === 0 ? '日付と時間枠はそのままです' : `のべ${moved.days}日`,
      placed === 0 ? null : `未割当の${placed}戸に枠を割り当て`,
    ]
      .filter(part => part !== null)
      .join('、')}
  />
)

const stepsText = `同じ階の隣の部屋まで1、1階ちがうと${stepsPerFloor}、別の棟まで${stepsToAnotherWing}と数え、班ごとに続けて入る部屋の間を合計した目安です。`

const Walking = ({ before, after }: ArrangeReport['walking']) => (
  <Figure
    label="移動距離"
    value={before === null || before === 0 ? `${number(after)}戸分` : percentText(after, before)}
    note={before === null ? '前の計画に未割当があるため比べられません' : `${number(before)}戸分 → ${number(after)}戸分`}
    title={stepsText}
  />
)

const percentText = (after: number, before: number): string => {
  const percent = Math.round(((after - before) / before) * 100)
  return percent === 0 ? '±0%' : `${percent < 0 ? '−' : '＋'}${Math.abs(percent)}%`
}
const number = (value: number) => value.toLocaleString('ja-JP')

const Spare = ({ stock, needed, has_weekend, no_weekend_day, added }: ArrangeReport['spare'] & { added: number }) => (
  <Figure
    label="予備枠"
    value={
      <>
        {stock}/{needed} <small>枠</small>
      </>
    }
    note={[
      added === 0 ? '追加はありません' : `${added}枠を追加`,
      stock < needed ? `${needed - stock}枠足りません` : null,
      needed === 0 || has_weekend ? null : no_weekend_day ? '土日に稼働日がありません' : '土日の予備枠がありません',
    ]
      .filter(part => part !== null)
      .join('。')}
    warn={stock < needed || (needed > 0 && !has_weekend)}
  />
)

const unitNames: Readonly<Record<ScheduleUnit, string>> = { room: '部屋', stack: '系統', floor: '階' }

const Units = ({ total, oversized, split, unit }: NonNullable<ArrangeReport['units']> & { unit: ScheduleUnit }) => (
  <Figure
    label={`日のそろう${unitNames[unit]}`}
    value={
      <>
        {total - split}/{total}
      </>
    }
    note={[
      split === 0 ? null : `${split}${unitNames[unit]}は枠が足りず、余分な日にも分かれます`,
      oversized === 0 ? null : `1日に入りきらない${oversized}${unitNames[unit]}は、最少の日数に分けました`,
      split + oversized === 0 ? `すべての${unitNames[unit]}が1日で終わります` : null,
    ]
      .filter(part => part !== null)
      .join('。')}
    warn={split > 0}
  />
)

const whyTexts: Readonly<Record<UnmetReason, (unit: ScheduleUnit) => string>> = {
  fixed: () => '動かさない部屋です',
  no_day: () => '希望に合う稼働日がありません',
  unit: unit => `同じ${unitNames[unit]}の部屋と日をそろえました`,
  full: () => '希望に合う日の枠が埋まっています',
  outweighed: () => '前の計画や移動の短さを優先しました',
}
const kindTexts: Readonly<Record<UnmetWish['kind'], string>> = { unavailable: '都合の悪い日', not_preferred: '希望日以外' }

interface UnmetProps {
  unmet: readonly UnmetWish[]
  facts: ArrangeFacts
  places: readonly (FramePlace & { room_id: number })[]
  unit: ScheduleUnit
}

/** Whom the plan does not suit, the worst first. */
const Unmet = ({ unmet, facts, places, unit }: UnmetProps) => {
  const names = new Map(facts.rooms.map(({ id, name }) => [id, name]))
  const dates = new Map(places.map(({ room_id, date }) => [room_id, date]))
  const worstFirst = unmet.toSorted((a, b) => Number(b.kind === 'unavailable') - Number(a.kind === 'unavailable'))
  return (
    <section className={styles.unmet} aria-label="かなわなかった希望">
      <Label as="h3">かなわなかった希望（{unmet.length}戸）</Label>
      <ul tabIndex={0}>
        {worstFirst.map(({ room_id, kind, why }) => (
          <li key={room_id} data-kind={kind}>
            <b>{names.get(room_id)}</b>
            <span>{formatDayShort(dates.get(room_id) ?? '')}</span>
            <em>{kindTexts[kind]}</em>
            <span>{whyTexts[why](unit)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
