import type { Arrangement } from '@toguchi/domain/schedule/arrange/arrange'
import type { ArrangeInput } from '@toguchi/domain/schedule/arrange/arrange-input'
import { useEffect, useRef, useState } from 'react'
import type { Answer } from './answer.ts'

export type Arranging =
  | { step: 'choosing'; failed: boolean }
  /** `total` is 0 until the first word of the worker. */
  | { step: 'computing'; done: number; total: number }
  | { step: 'arranged'; arrangement: Arrangement }

const choosing: Arranging = { step: 'choosing', failed: false }

/** One proposal at a time, computed beside the page; giving up ends the worker at once, wherever it is. */
export const useArranging = () => {
  const [state, setState] = useState<Arranging>(choosing)
  const worker = useRef<Worker | null>(null)
  const end = () => {
    worker.current?.terminate()
    worker.current = null
  }
  useEffect(() => end, [])

  const start = (input: ArrangeInput) => {
    end()
    const begun = new Worker(new URL('./arrange-worker.ts', import.meta.url), { type: 'module' })
    worker.current = begun
    const fail = () => {
      end()
      setState({ step: 'choosing', failed: true })
    }
    begun.addEventListener('error', fail)
    begun.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if (data.kind === 'progress') setState({ step: 'computing', done: data.done, total: data.total })
      else if (data.kind === 'failed') fail()
      else {
        end()
        setState({ step: 'arranged', arrangement: data.arrangement })
      }
    })
    setState({ step: 'computing', done: 0, total: 0 })
    begun.postMessage(input)
  }
  /** Back to the choices, from wherever it is. */
  const back = () => {
    end()
    setState(choosing)
  }
  return { state, start, back }
}
