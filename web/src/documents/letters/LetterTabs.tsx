import { type LetterDocument, letterDocumentLabels, letterDocuments } from '@toguchi/domain/printing/letters'
import type { SavedLetterText } from '@toguchi/domain/printing/letters-contract'
import { Link } from 'react-router'
import { Tabs } from '../../ui/layout/Layout.ts'

/** The letter that an address names; the first of them for anything else. */
export const documentOf = (name: string | undefined): LetterDocument => letterDocuments.find(each => each === name) ?? 'information'

interface Props {
  chosen: LetterDocument
  to: (document: LetterDocument) => string
  /** What is written here: such letters are marked. */
  written: readonly SavedLetterText[]
}

/** The letters, each at an address of its own, so that unsaved texts are asked about. */
export const LetterTabs = ({ chosen, to, written }: Props) => (
  <Tabs as="nav" aria-label="書面の種類">
    {letterDocuments.map(document => (
      <Link key={document} to={to(document)} aria-current={document === chosen ? 'page' : undefined}>
        {letterDocumentLabels[document]}
        {written.some(text => text.document === document) ? '（変更あり）' : ''}
      </Link>
    ))}
  </Tabs>
)
