import { useQuery } from '@tanstack/react-query'
import { findHandIns } from '../../platform/outbox/hand-in.ts'

/** What this device may hand in of other accounts than `own`, or holds in vain; `photosAlone`: before anybody has signed in. */
export const useHandIns = (own: readonly string[], photosAlone: boolean) =>
  useQuery({
    queryKey: ['hand-ins', own, photosAlone],
    queryFn: () => findHandIns(own, { photosAlone }),
    // The line may have just come back.
    retry: 2,
    // What was handed in is told on here until the page is left.
    staleTime: Infinity,
    gcTime: 0,
  })
