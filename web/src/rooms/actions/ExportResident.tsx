import { useApiMutation } from '../../platform/api/api.ts'
import { Button } from '../../ui/Button.tsx'
import { saveOwnFile } from '../../ui/files/save-file.ts'

/** Everything held about the resident, for whoever asks for their own data (D-12): to be read, or for another program. */
export const ExportResident = ({ room }: { room: { id: number; construction_id: number } }) => {
  const exportResident = useApiMutation('POST /api/constructions/:construction_id/rooms/:room_id/resident/export', {
    invalidates: ['GET /api/constructions/:construction_id/rooms/:room_id/events'],
  })
  const params = { construction_id: room.construction_id, room_id: room.id }
  const save = async (form: 'page' | 'data') => {
    const { page, data, file_name } = await exportResident.mutateAsync({ params })
    saveOwnFile(
      form === 'page'
        ? new File([page.html], page.file_name, { type: 'text/html' })
        : new File([JSON.stringify(data, null, 2)], file_name, { type: 'application/json' }),
    )
  }
  return (
    <>
      <Button size="small" icon="download" disabled={exportResident.isPending} onClick={() => void save('page').catch(() => {})}>
        個人情報の書き出し
      </Button>
      <Button size="small" kind="quiet" disabled={exportResident.isPending} onClick={() => void save('data').catch(() => {})}>
        JSONで書き出す
      </Button>
    </>
  )
}
