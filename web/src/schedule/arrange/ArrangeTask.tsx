import type { FramePlace } from '@toguchi/domain/schedule/place'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { q } from '../../platform/api/api.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import type { RoomMove } from '../draft/moves.ts'
import { type ArrangeFacts, arrangeInputOf, movesOf } from './arrange-input.ts'
import { ArrangeChoicesForm, type Chosen, firstChoices } from './ArrangeChoicesForm.tsx'
import { ArrangeProgress } from './ArrangeProgress.tsx'
import { ArrangeResult } from './ArrangeResult.tsx'
import { useArranging } from './use-arranging.ts'
import styles from './ArrangeTask.module.css'

interface Props {
  facts: ArrangeFacts
  onPropose: (moves: readonly RoomMove[], spareFrames: readonly FramePlace[]) => void
  onClose: () => void
}

const constructionOrders = q('GET /api/construction_orders', { query: { exclude_pagination: true } })

const spoken = { choosing: '', computing: '計算しています', arranged: '計算が終わりました' } as const

/** Choose, compute, look at what it costs; take it, or choose again with what was chosen still there. */
export const ArrangeTask = ({ facts, onPropose, onClose }: Props) => {
  const { data } = useQuery(constructionOrders)
  const [typed, setTyped] = useState<Chosen | null>(null)
  const { state, start, back } = useArranging()
  const box = useRef<HTMLDivElement>(null)
  const { step } = state
  const seen = useRef(step)
  // What had the focus is gone with its step.
  useEffect(() => {
    if (seen.current !== step) box.current?.focus()
    seen.current = step
  }, [step])

  if (data === undefined) return <Spinner />
  const orders = data.construction_orders
  const chosen = typed ?? firstChoices(facts, orders)
  const propose = () => {
    if (state.step !== 'arranged' || state.arrangement.places === null) return
    onPropose(movesOf(facts, state.arrangement.places), state.arrangement.spare_frames)
    onClose()
  }
  return (
    <div className={styles.task} ref={box} tabIndex={-1}>
      <p className="sr-only" role="status">
        {spoken[step]}
      </p>
      {state.step === 'choosing' ? (
        <ArrangeChoicesForm
          facts={facts}
          orders={orders}
          chosen={chosen}
          failed={state.failed}
          onChoose={setTyped}
          onStart={choices => start(arrangeInputOf(facts, choices))}
        />
      ) : state.step === 'computing' ? (
        <ArrangeProgress done={state.done} total={state.total} onStop={back} />
      ) : (
        <ArrangeResult facts={facts} unit={chosen.unit} arrangement={state.arrangement} onTake={propose} onBack={back} />
      )}
    </div>
  )
}
