import { type FocusEvent, useCallback, useRef } from 'react'

/**
 * What is pressed makes room for what tells the progress, and that for the result: the focus goes along from one to the other and is not
 * lost, unless it is somewhere else by then. `begin` when it is pressed; `target` onto whatever comes, `link` onto a link, which Tab reaches.
 */
export const useFocusAlong = () => {
  const begun = useRef(false)
  const begin = useCallback(() => {
    begun.current = true
  }, [])
  const take = useCallback((element: HTMLElement | null) => {
    if (begun.current && document.activeElement === document.body) element?.focus({ preventScroll: true })
  }, [])
  const give = useCallback(({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) begun.current = false
  }, [])
  const link = { ref: take, onBlur: give }
  return { begin, link, target: { ...link, tabIndex: -1 } }
}
