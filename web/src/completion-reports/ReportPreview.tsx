import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { send } from '../platform/api/api.ts'
import { Modal, widestModal } from '../ui/dialog/Modal.tsx'
import { PaperPages } from '../ui/files/PaperPages.tsx'

interface Props {
  construction_id: number
  room_id: number
  room_name: string
  onClose: () => void
}

/** The pages of a room's report as they would be printed now. */
export const ReportPreview = ({ construction_id, room_id, room_name, onClose }: Props) => (
  <Modal opened onClose={onClose} title={`${addressedRoom(room_name)}　完了報告書の仕上がり`} width={widestModal} testId="report-preview">
    <PaperPages
      draw={(page, signal) =>
        send(
          'GET /api/constructions/:construction_id/rooms/:room_id/completion_report/preview',
          { params: { construction_id, room_id }, query: { page } },
          { silent: true, errors: 'nobody', signal },
        )
      }
    />
  </Modal>
)
