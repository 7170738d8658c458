import { type ComponentType, lazy } from 'react'

/** A part of a page that is fetched apart, and that the page goes without where the line has ended before it came. Stands in a Suspense. */
export const optionalPart = <P>(fetchPart: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await fetchPart().catch((): ComponentType<P> => () => null) }))
