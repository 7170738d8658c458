import { canSetSignboards } from '@toguchi/domain/photos/policy'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { partOnDemand } from '../platform/late-part.ts'
import { useActor } from '../platform/session/actor.ts'
import { q } from '../platform/api/api.ts'
import { Button } from '../ui/Button.tsx'

const SignboardSettingsModal = partOnDemand(async () => (await import('./SignboardSettingsModal.tsx')).SignboardSettingsModal)

/** The way to what all boards of a construction have in common, for whoever may say it, where there are boards. */
export const SignboardSettings = ({ constructionId }: { constructionId: number }) => {
  const actor = useActor()
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    ...q('GET /api/constructions/:construction_id/signboard', { params: { construction_id: constructionId } }, { silent: true }),
    enabled: canSetSignboards(actor),
  })
  // The camera reads the same for everybody.
  if (!canSetSignboards(actor) || data?.signboard.use_electronic_signboard !== true) return null
  return (
    <>
      <Button size="small" icon="edit" onClick={() => setOpen(true)}>
        電子小黒板の設定
      </Button>
      <Suspense>
        {isOpen ? (
          <SignboardSettingsModal constructionId={constructionId} settings={data.signboard} onClose={() => setOpen(false)} />
        ) : null}
      </Suspense>
    </>
  )
}
