import { useEffect, useState } from 'react'
import type { KeptRequest } from '../../platform/outbox/kept-requests.ts'
import { fileOf } from '../../platform/outbox/outbox.ts'

/** The bytes of a photo that this device holds as an address of this page, let go with whoever shows it. */
export const useKeptUrl = (request: KeptRequest): string | null => {
  const [url, setUrl] = useState<string | null>(null)
  const { id } = request
  useEffect(() => {
    let made: string | null = null
    let gone = false
    void fileOf(request).then(file => {
      if (gone || file === null) return
      made = URL.createObjectURL(file)
      setUrl(made)
    })
    return () => {
      gone = true
      if (made !== null) URL.revokeObjectURL(made)
    }
    // The bytes under an id never change.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [id])
  return url
}
