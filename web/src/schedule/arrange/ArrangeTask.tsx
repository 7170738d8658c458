import { useQuery } from '@tanstack/react-query'
import type { FramePlace } from '@toguchi/domain/schedule/construction-order'
import { useState } from 'react'
import { q } from '../../platform/api.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import type { RoomMove } from '../moves.ts'
import { type ArrangeFacts, arrangeInputOf, movesOf } from './arrange-input.ts'
import { ArrangeChoicesForm, type Chosen, choicesOf, firstChoices } from './ArrangeChoicesForm.tsx'
import { ArrangeProgress } from './ArrangeProgress.tsx'
import { ArrangeResult } from './ArrangeResult.tsx'
import { useArranging } from './use-arranging.ts'
import './arrange.css'

interface Props {
  facts: ArrangeFacts
  onPropose: (moves: readonly RoomMove[], spareFrames: readonly FramePlace[]) => void
  onClose: () => void
}

const constructionOrders = q('GET /api/construction_orders', { query: { exclude_pagination: true } })

/** Choose, compute, look at what it costs; take it, or choose again with what was chosen still there. */
export const ArrangeTask = ({ facts, onPropose, onClose }: Props) => {
  const { data } = useQuery(constructionOrders)
  const [typed, setTyped] = useState<Chosen | null>(null)
  const { state, start, back } = useArranging()
  if (data === undefined) return <Spinner />
  const orders = data.construction_orders
  const chosen = typed ?? firstChoices(facts, orders)
  if (state.step === 'computing') return <ArrangeProgress done={state.done} total={state.total} onStop={back} />
  if (state.step === 'choosing')
    return (
      <ArrangeChoicesForm
        facts={facts}
        orders={orders}
        chosen={chosen}
        failed={state.failed}
        onChoose={setTyped}
        onStart={choices => start(arrangeInputOf(facts, choices))}
      />
    )
  const { arrangement } = state
  const take = () => {
    if (arrangement.places === null) return
    onPropose(movesOf(facts, arrangement.places), arrangement.spare_frames)
    onClose()
  }
  return (
    <ArrangeResult
      facts={facts}
      unit={choicesOf(chosen, orders)?.unit ?? facts.unit}
      arrangement={arrangement}
      onTake={take}
      onBack={back}
    />
  )
}
