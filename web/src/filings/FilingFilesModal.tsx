import { documentKindLabels } from '@toguchi/domain/documents/labels'
import { DocumentShelf, filingShelf } from '../documents/documents.tsx'
import { invalidate } from '../platform/api/api.ts'
import { Modal, widestModal } from '../ui/dialog/Modal.tsx'
import { ListScope } from '../ui/table/list-state.ts'
import { type Filing, filingReads } from './filing-reads.ts'

interface Props {
  constructionId: number
  filing: Filing
  mayKeep: boolean
  onClose: () => void
}

/** What was handed in of an item, and the receipt. */
export const FilingFilesModal = ({ constructionId, filing, mayKeep, onClose }: Props) => {
  const close = () => {
    onClose()
    // The list says how many there are.
    void invalidate(filingReads)
  }
  return (
    <Modal opened onClose={close} title={`${documentKindLabels.filing_file}：${filing.title}`} width={widestModal} testId="filing-files">
      <ListScope value="filing_files">
        <DocumentShelf
          shelf={filingShelf(constructionId, filing.id)}
          mayKeep={mayKeep}
          emptyText={
            mayKeep ? '提出した書類の控えや受領書を登録できます。職人と居住者には表示されません。' : '登録されると、ここに表示されます。'
          }
        />
      </ListScope>
    </Modal>
  )
}
