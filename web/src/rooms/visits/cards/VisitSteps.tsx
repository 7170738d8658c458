import { timeInTokyo } from '@toguchi/domain/calendar/day'
import { useEffect, useState } from 'react'
import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { ErrorText } from '../../../ui/form/FieldParts.ts'
import type { VisitHere } from '../on-this-device.ts'
import { nextStepOf, tellingMomentOf } from '../visit-step.ts'
import { RoomLink } from './RoomLink.tsx'
import { useVisitSteps } from './use-visit-steps.ts'
import styles from './VisitSteps.module.css'

/** 到着, 開始, 完了, 不在: as large as a thumb in a glove, the next one filled, each saying when it was pressed (feature 15). */
export const VisitSteps = ({ visit }: { visit: VisitHere }) => {
  const steps = useVisitSteps(visit)
  const next = nextStepOf(visit)
  const { arrived_at, started_at, missing_photos: missing } = visit
  return (
    <div className={styles.whole}>
      <Telling visit={visit} disabled={steps.isPending} onTell={steps.tell} />
      <div className={styles.steps} data-keep-clear role="group" aria-label={`${addressedRoom(visit.name)}の作業`}>
        <Step word="到着" at={arrived_at} primary={next === 'arrive'} disabled={steps.isPending} onPress={steps.arrive} />
        <Step word="開始" at={started_at} primary={next === 'start'} disabled={steps.isPending} onPress={steps.start} />
        <RoomLink visit={visit} at={missing > 0 ? '#photos' : '?task=complete'} className={styles.step} primary={next === 'finish'}>
          完了
          {missing > 0 ? <small>先に写真 あと{missing}か所</small> : null}
        </RoomLink>
        <RoomLink visit={visit} at="?task=absence" className={styles.step}>
          不在
        </RoomLink>
      </div>
      {steps.refusals.map(refusal => (
        <ErrorText key={refusal} role="alert">
          {refusal}
        </ErrorText>
      ))}
      {arrived_at === null ? null : (
        <p className={styles.undo}>
          {timeInTokyo(new Date(arrived_at))}に到着
          <button type="button" disabled={steps.isPending} onClick={steps.takeBack}>
            到着を取り消す
          </button>
        </p>
      )}
    </div>
  )
}

/** Milliseconds after which the hour is looked at again. */
const glance = 15_000

/** 「まもなく伺います」 where it can be sent, or from when it can. */
const Telling = ({ visit, disabled, onTell }: { visit: VisitHere; disabled: boolean; onTell: () => void }) => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), glance)
    return () => clearInterval(timer)
  }, [])
  const moment = tellingMomentOf(visit, now)
  if (moment === null) return null
  return moment === 'now' ? (
    <button type="button" className={styles.tell} disabled={disabled} onClick={onTell}>
      「まもなく伺います」を送る
    </button>
  ) : (
    <p className={styles.from}>「まもなく伺います」は{timeInTokyo(moment)}から送れます</p>
  )
}

interface StepProps {
  word: string
  /** When it was pressed; null: not yet. */
  at: string | null
  primary: boolean
  disabled: boolean
  onPress: () => void
}

const Step = ({ word, at, primary, disabled, onPress }: StepProps) =>
  at === null ? (
    <button type="button" className={styles.step} data-primary={primary || undefined} disabled={disabled} onClick={onPress}>
      {word}
    </button>
  ) : (
    <p className={styles.done}>
      {word}済<small>{timeInTokyo(new Date(at))}</small>
    </p>
  )
