import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { linkRenewal } from '../platform/link-renewal.ts'

/**
 * Who comes back from another site sees what holds by now, not what the browser kept. Returns how often that was: a key for forms, which
 * otherwise go on waiting for the page they had opened.
 */
export const useFreshAfterBack = (): number => {
  const { revalidate } = useRevalidator()
  const [times, setTimes] = useState(0)
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      setTimes(before => before + 1)
      void revalidate()
    }
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [revalidate])
  return times
}

/** Links to files live ten minutes; the page that holds them asks for them again before. */
export const useFreshLinks = (): void => {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(() => {
      if (navigator.onLine) void revalidate()
    }, linkRenewal)
    return () => clearInterval(timer)
  }, [revalidate])
}
