import { createContext, useRef, type RefObject } from 'react'

/*
 * What react-router's links and pages ask of its framework mode, as it answers where there is none: nothing is fetched ahead by links
 * (app/prefetch.ts does that), and no server writes the document.
 */
export const FrameworkContext = createContext(undefined)

export const usePrefetchBehavior = (): [false, RefObject<HTMLAnchorElement | null>, Record<string, never>] => [
  false,
  useRef<HTMLAnchorElement>(null),
  {},
]

export const PrefetchPageLinks = (): null => null

type AnyRef<T> = ((value: T) => void) | { current: T } | null | undefined

export const mergeRefs =
  <T>(...refs: AnyRef<T>[]) =>
  (value: T): void => {
    for (const ref of refs)
      if (typeof ref === 'function') ref(value)
      else if (ref) ref.current = value
  }
