import type { LedgerChoices } from '@toguchi/domain/photo-ledgers/ledger-choices'
import { send } from '../platform/api/api.ts'
import { useSettled } from '../platform/use-settled.ts'
import { Button } from '../ui/Button.tsx'
import { PaperPages } from '../ui/files/PaperPages.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import { Section } from '../ui/layout/Section.tsx'

/** Milliseconds without a choice, after which the pages follow. */
const pause = 400

/** The pages of the ledger as these choices would make it now. */
export const LedgerPreview = ({
  constructionId,
  choices,
  onClose,
}: {
  constructionId: number
  choices: LedgerChoices
  onClose: () => void
}) => {
  const body = useSettled(choices, pause)
  return (
    // Beside the form it begins where the photos stood, on a phone beneath it.
    <div ref={showFromTop}>
      <Section
        title="仕上がり"
        name="ledger_preview"
        actions={
          <Button size="small" onClick={onClose}>
            写真の選択に戻る
          </Button>
        }
      >
        <Help>PDFと同じページです。押すと拡大します。</Help>
        <PaperPages
          made={JSON.stringify(body)}
          landscape={body.orientation === 'landscape'}
          draw={(page, signal) =>
            send(
              'POST /api/constructions/:construction_id/photo_ledger/preview',
              { params: { construction_id: constructionId }, body: { ...body, page } },
              { silent: true, errors: 'nobody', signal },
            )
          }
        />
      </Section>
    </div>
  )
}

const showFromTop = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'start' })
