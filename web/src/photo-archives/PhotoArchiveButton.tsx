import { canArchivePhotos } from '@toguchi/domain/photo-archives/policy'
import { Suspense, useState } from 'react'
import { partOnDemand } from '../platform/late-part.ts'
import { useActor } from '../platform/session/actor.ts'
import { Button } from '../ui/Button.tsx'
import type { Scope } from './archive-choice.ts'

// Few of those who look at photos take them home.
const PhotoArchiveModal = partOnDemand(async () => (await import('./PhotoArchiveModal.tsx')).PhotoArchiveModal)

interface Props {
  constructionId: number
  /** What the dialog begins with. */
  scope: Scope
  size?: 'normal' | 'small'
}

/** Photos of a construction, all or some, as one file; for whoever may take any. */
export const PhotoArchiveButton = ({ constructionId, scope, size = 'normal' }: Props) => {
  const [isOpen, setOpen] = useState(false)
  if (!canArchivePhotos(useActor())) return null
  return (
    <>
      <Button size={size} icon="download" onClick={() => setOpen(true)}>
        写真をまとめて保存
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <PhotoArchiveModal constructionId={constructionId} scope={scope} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
