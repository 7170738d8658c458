import { useEffect, useState } from 'react'
import { fileOf } from '../platform/outbox/outbox.ts'
import type { KeptRequest } from '../platform/outbox/kept-requests.ts'
import styles from './SlotView.module.css'

/** A photo as this device holds it. Most browsers cannot show a HEIC; once it has arrived, the server's picture of it stands here. */
export const KeptPicture = ({ request, alt }: { request: KeptRequest; alt: string }) => {
  const url = useObjectUrl(request)
  const [unknown, setUnknown] = useState(false)
  if (url !== null && !unknown) return <img src={url} alt={alt} width={96} height={72} onError={() => setUnknown(true)} />
  return (
    <span className={styles.unknown} role="img" aria-label={alt}>
      {request.file?.name.split('.').at(-1)?.toUpperCase()}
    </span>
  )
}

/** The bytes as an address of this page, let go with the picture. */
const useObjectUrl = (request: KeptRequest): string | null => {
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
