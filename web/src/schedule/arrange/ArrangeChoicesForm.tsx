import { topOrBottomLabels, verticalOrHorizontalLabels } from '@toguchi/domain/masters/labels'
import { type ArrangeWeight, arrangeWeights } from '@toguchi/domain/schedule/arrange/arrange-input'
import { tooFewFramesText } from '@toguchi/domain/schedule/construction-order'
import { planningLabels, scheduleLabels } from '@toguchi/domain/schedule/labels'
import { type ScheduleUnit, scheduleUnitLabels, scheduleUnits } from '@toguchi/domain/schedule/placement'
import { useId } from 'react'
import type { AnswerOf } from '../../platform/api/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/form/fields/Choice.tsx'
import { ModalCancel, ModalFoot } from '../../ui/dialog/Modal.tsx'
import { Segments } from '../../ui/layout/Segments.tsx'
import { type ArrangeChoices, type ArrangeFacts, arrangeInputOf, supplyOf } from './arrange-input.ts'
import { Alert } from '../../ui/Alert.ts'
import { FieldBox, Label, Help, Fieldset, CheckLabel } from '../../ui/form/FieldParts.ts'
import { WithUnit, Input } from '../../ui/form/Control.ts'
import styles from './ArrangeChoicesForm.module.css'
import { SupplyNote } from '../settings/SupplyNote.ts'

export type Order = AnswerOf<'GET /api/construction_orders'>['construction_orders'][number]

/** What stands in the choices; a number may be empty while it is typed. */
export interface Chosen extends Omit<ArrangeChoices, 'order' | 'spare_percent'> {
  orderId: number | null
  sparePercent: number | null
}

export const firstChoices = (facts: ArrangeFacts, orders: readonly Order[]): Chosen => ({
  orderId: orders[0]?.id ?? null,
  unit: facts.unit,
  keepConfirmed: true,
  weights: { wishes: 'strong', previous: 'medium', walking: 'medium' },
  sparePercent: facts.spare_percent,
})

const mostPercent = 50

/** The choices as the arrangement takes them; null while one is missing. */
const choicesOf = ({ orderId, sparePercent, ...chosen }: Chosen, orders: readonly Order[]): ArrangeChoices | null => {
  const order = orders.find(({ id }) => id === orderId)
  if (order === undefined || sparePercent === null || !Number.isInteger(sparePercent) || sparePercent < 0 || sparePercent > mostPercent)
    return null
  return { ...chosen, order, spare_percent: sparePercent }
}

const weightLabels: Readonly<Record<ArrangeWeight, string>> = { weak: '弱', medium: '中', strong: '強' }
const weightKinds: readonly { name: keyof ArrangeChoices['weights']; label: string; help: string }[] = [
  { name: 'wishes', label: '希望を優先', help: '希望日にあたる部屋を増やします。ご都合の悪い日は、どの強さでも最優先で避けます。' },
  { name: 'previous', label: '前の計画を保つ', help: '今の日付・時間枠から動く部屋と日数を減らします。' },
  { name: 'walking', label: '移動を短く', help: '続けて入る部屋を近くに集め、班の歩く距離を減らします。' },
]

interface Props {
  facts: ArrangeFacts
  orders: readonly Order[]
  chosen: Chosen
  failed: boolean
  onChoose: (chosen: Chosen) => void
  onStart: (choices: ArrangeChoices) => void
}

/** What a proposal is to go by. */
export const ArrangeChoicesForm = ({ facts, orders, chosen, failed, onChoose, onStart }: Props) => {
  const id = useId()
  const choices = choicesOf(chosen, orders)
  const set = (change: Partial<Chosen>) => onChoose({ ...chosen, ...change })
  const confirmed = facts.rooms.filter(({ stay }) => stay === 'confirmed').length
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (choices !== null && whyNot(facts, choices) === null) onStart(choices)
      }}
    >
      {failed ? <Alert role="alert">計算できませんでした。もう一度お試しください。</Alert> : null}
      <p className={styles.lead}>
        居住者の希望・班の枠数・移動の短さから、最も良い配置の案を計算します。案は下書きに入るだけで、保存も通知もされません。
      </p>
      <div className={styles.fields}>
        <FieldBox>
          <Label as="span" id={`${id}-unit`}>
            {planningLabels.schedule_unit}
          </Label>
          <Segments<ScheduleUnit>
            label={planningLabels.schedule_unit}
            options={scheduleUnits.map(name => ({ name, label: scheduleUnitLabels[name] }))}
            chosen={chosen.unit}
            onChoose={unit => set({ unit })}
          />
          {chosen.unit === 'room' ? null : <Help>同じ{chosen.unit === 'stack' ? '系統' : '階'}の部屋を同じ日にそろえます。</Help>}
        </FieldBox>
        <FieldBox>
          <Label htmlFor={`${id}-order`}>{scheduleLabels.construction_order_id}</Label>
          <Choice
            input={{ id: `${id}-order`, name: 'construction_order_id' }}
            value={chosen.orderId}
            options={orders.map(order => ({ value: order.id, label: orderText(order) }))}
            onChoose={value => set({ orderId: typeof value === 'number' ? value : null })}
          />
        </FieldBox>
      </div>
      <Fieldset className={styles.weights}>
        <Label as="legend">何を大切にするか</Label>
        {weightKinds.map(({ name, label, help }) => (
          <div className={styles.weight} key={name}>
            <span aria-hidden="true">{label}</span>
            <Segments<ArrangeWeight>
              label={label}
              options={arrangeWeights.map(weight => ({ name: weight, label: weightLabels[weight] }))}
              chosen={chosen.weights[name]}
              onChoose={weight => set({ weights: { ...chosen.weights, [name]: weight } })}
            />
            <small>{help}</small>
          </div>
        ))}
      </Fieldset>
      <div className={styles.fields}>
        <FieldBox>
          <Label htmlFor={`${id}-spare`}>{planningLabels.spare_percent}</Label>
          <WithUnit>
            <Input
              id={`${id}-spare`}
              data-align="right"
              type="number"
              inputMode="numeric"
              min={0}
              max={mostPercent}
              style={{ width: 84 }}
              value={chosen.sparePercent ?? ''}
              onChange={event => set({ sparePercent: event.target.value === '' ? null : Number(event.target.value) })}
            />
            <span>%</span>
          </WithUnit>
          <Help>足りない分を、工期の終わり近くと土日に加えます。</Help>
        </FieldBox>
        <FieldBox>
          <Label as="span">動かさない部屋</Label>
          <CheckLabel>
            <input type="checkbox" checked={chosen.keepConfirmed} onChange={event => set({ keepConfirmed: event.target.checked })} />
            日程確定済みの部屋（{confirmed}戸）
          </CheckLabel>
          <Help>完了・日程固定・予備枠の部屋と、今日までの部屋は動きません。</Help>
        </FieldBox>
      </div>
      {choices === null ? null : <Supply facts={facts} choices={choices} />}
      <ModalFoot>
        <ModalCancel />
        <Button kind="primary" type="submit" reason={choices === null ? whyIncomplete(chosen) : whyNot(facts, choices)}>
          計算する
        </Button>
      </ModalFoot>
    </form>
  )
}

/** Rooms against frames, as they will be counted. */
const Supply = ({ facts, choices }: { facts: ArrangeFacts; choices: ArrangeChoices }) => {
  const { rooms, stay, frames, missing } = supplyOf(arrangeInputOf(facts, choices))
  return (
    <SupplyNote role="status" data-short={missing > 0}>
      <strong>
        対象 {rooms}戸 / 空き枠 {frames}
      </strong>
      <span>{missing > 0 ? tooFewFramesText(missing) : `動かさない部屋 ${stay}戸、明日からの稼働日 ${facts.days.length}日`}</span>
    </SupplyNote>
  )
}

const orderText = ({ name, top_or_bottom, vertical_or_horizontal, line_number }: Order) =>
  `${name}（${topOrBottomLabels[top_or_bottom]}・${verticalOrHorizontalLabels[vertical_or_horizontal]}・${line_number}列ずつ）`

const whyIncomplete = ({ orderId }: Chosen): string =>
  orderId === null ? '施工順を選んでください' : `予備枠の割合は0〜${mostPercent}の整数で入力してください`

const whyNot = (facts: ArrangeFacts, choices: ArrangeChoices): string | null => {
  if (facts.days.length === 0) return '明日からの稼働日がありません'
  const { rooms, missing } = supplyOf(arrangeInputOf(facts, choices))
  if (rooms === 0) return '動かせる部屋がありません'
  return missing > 0 ? `枠が${missing}枠不足しています` : null
}
