import { type BookChoices, type BookSection, bookSectionLabels } from '@toguchi/domain/completion-books/sections'
import { useState } from 'react'
import { send } from '../platform/api/api.ts'
import { useSettled } from '../platform/use-settled.ts'
import { Button } from '../ui/Button.tsx'
import { type LargeNumber, PaperPages } from '../ui/files/PaperPages.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import { Stack, Subhead } from '../ui/layout/Layout.ts'
import { Section } from '../ui/layout/Section.tsx'
import type { Book } from './book-reads.ts'

interface Props {
  constructionId: number
  book: Book
  choices: BookChoices
  onClose: () => void
}

/** Milliseconds without a choice, after which the pages follow. */
const pause = 400

/** The parts of the book in their order, as these choices would make them now. */
export const BookPreview = ({ constructionId, book, choices, onClose }: Props) => {
  const settled = useSettled(choices, pause)
  const body = { ...settled, interim: !book.ready }
  const [large, enlarge] = useState<{ section: BookSection; number: LargeNumber } | null>(null)
  const shown = settled.sections.filter(section => !book.empty_sections.includes(section))
  return (
    // Beside the form it begins where the making stood, on a phone beneath it.
    <div ref={showFromTop}>
      <Section
        title="仕上がり"
        name="book_preview"
        actions={
          <Button size="small" onClick={onClose}>
            仕上がりを閉じる
          </Button>
        }
      >
        <Stack>
          <Help>
            PDFと同じページです。押すと拡大します。部屋ごとの内容は最初の部屋だけ、添付資料は一覧だけを表示します。ページ番号は作成するときに入ります。
          </Help>
          {shown.map((section, at) => (
            <section key={section} aria-label={bookSectionLabels[section]}>
              <Subhead>{bookSectionLabels[section]}</Subhead>
              <PaperPages
                made={JSON.stringify(body)}
                landscape={section === 'overall_schedule'}
                waits={at > 0}
                among={{
                  title: bookSectionLabels[section],
                  large: large?.section === section ? large.number : null,
                  enlarge: number => enlarge(number === null ? null : { section, number }),
                  back: wayTo(shown[at - 1], 'last', enlarge),
                  on: wayTo(shown[at + 1], 1, enlarge),
                  first: wayTo(at > 0 ? shown[0] : undefined, 1, enlarge),
                  last: wayTo(at < shown.length - 1 ? shown.at(-1) : undefined, 'last', enlarge),
                }}
                draw={(page, signal) =>
                  send(
                    'POST /api/constructions/:construction_id/completion_book/preview',
                    { params: { construction_id: constructionId }, body: { ...body, section, page } },
                    { silent: true, errors: 'nobody', signal },
                  )
                }
              />
            </section>
          ))}
        </Stack>
      </Section>
    </div>
  )
}

const showFromTop = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'start' })

const wayTo = (
  section: BookSection | undefined,
  number: LargeNumber,
  enlarge: (large: { section: BookSection; number: LargeNumber }) => void,
): (() => void) | null => (section === undefined ? null : () => enlarge({ section, number }))
