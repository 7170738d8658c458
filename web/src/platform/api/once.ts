import type { UseMutationResult } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { isSame } from '../same.ts'

/**
 * A mutation that a second click does not fire again: while it runs, asking for the very same is the first asking. The button is
 * disabled by the next picture of the screen, which a double click does not wait for. `mutate` and `mutateAsync` stay the same functions
 * from one picture to the next, as the mutation's own do: an effect may depend on them.
 */
export const useOnce = <Answer, Failure, Input>(
  mutation: UseMutationResult<Answer, Failure, Input>,
): UseMutationResult<Answer, Failure, Input> => {
  const latest = useRef<{ input: Input | undefined; answer: Promise<Answer> } | null>(null)
  const send = mutation.mutateAsync
  const mutateAsync = useCallback<typeof send>(
    (...asked) => {
      const [input] = asked
      const before = latest.current
      if (before !== null && isSame(before.input, input)) return before.answer
      const answer = send(...asked)
      const running = { input, answer }
      latest.current = running
      const end = () => {
        if (latest.current === running) latest.current = null
      }
      answer.then(end, end)
      return answer
    },
    [send],
  )
  const mutate = useCallback<typeof mutation.mutate>((...asked) => void mutateAsync(...asked).catch(() => {}), [mutateAsync])
  return { ...mutation, mutate, mutateAsync }
}
