import { useState } from 'react'
import type { KeptRequest } from '../../platform/outbox/kept-requests.ts'
import styles from './SlotView.module.css'
import { useKeptUrl } from './use-kept-url.ts'

/** A photo as this device holds it. Most browsers cannot show a HEIC; once it has arrived, the server's picture of it stands here. */
export const KeptPicture = ({ request, alt }: { request: KeptRequest; alt: string }) => {
  const url = useKeptUrl(request)
  const [unknown, setUnknown] = useState(false)
  if (url !== null && !unknown) return <img src={url} alt={alt} width={96} height={72} onError={() => setUnknown(true)} />
  return (
    <span className={styles.unknown} role="img" aria-label={alt}>
      {request.file?.name.split('.').at(-1)?.toUpperCase()}
    </span>
  )
}
