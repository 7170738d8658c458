import { todayInTokyo } from '@toguchi/domain/calendar/day'
import { useLoaderData } from 'react-router'
import { send } from '../../platform/api/request.ts'
import { keepingLast } from '../keeping-last.ts'
import { ResidentFiles } from './ResidentFiles.tsx'

export const loader = keepingLast(options => send('GET /api/residents/documents', {}, options))

/** What the company wants residents to read (G-RES-14). */
export const ResidentDocumentsPage = () => {
  const { documents } = useLoaderData<typeof loader>()
  return (
    <ResidentFiles
      title="資料"
      note="工事に関するお知らせや資料です。押すと開きます。"
      emptyText="資料はありません。"
      files={documents.map(({ id, title, file_url, content_type, byte_size, created_at }) => ({
        id,
        name: title,
        url: file_url,
        contentType: content_type,
        bytes: byte_size,
        day: todayInTokyo(new Date(created_at)),
      }))}
    />
  )
}
