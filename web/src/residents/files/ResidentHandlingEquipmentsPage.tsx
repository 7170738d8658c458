import { useLoaderData } from 'react-router'
import { send } from '../../platform/api/request.ts'
import { keepingLast } from '../keeping-last.ts'
import { ResidentFiles } from './ResidentFiles.tsx'

export const loader = keepingLast(options => send('GET /api/residents/handling_equipments', {}, options))

/** Manuals of what is installed in the dwelling (G-RES-14). */
export const ResidentHandlingEquipmentsPage = () => {
  const { handling_equipments } = useLoaderData<typeof loader>()
  return (
    <ResidentFiles
      title="取扱機器"
      note="お部屋に取り付ける機器の取扱説明書などです。押すと開きます。"
      emptyText="取扱機器の資料はありません。"
      files={handling_equipments.map(({ id, file_name, file_url, content_type, byte_size, registered_on }) => ({
        id,
        name: file_name,
        url: file_url,
        contentType: content_type,
        bytes: byte_size,
        day: registered_on,
      }))}
    />
  )
}
