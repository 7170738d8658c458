import { formatInstant } from '@toguchi/domain/calendar/day'
import { photoTimingLabels } from '@toguchi/domain/photos/labels'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, type ApiError, invalidate } from '../platform/api.ts'
import { messageOf } from '../platform/request.ts'
import { toast } from '../platform/toast.ts'
import { Button } from '../ui/Button.tsx'
import { useConfirm } from '../ui/ConfirmDialog.tsx'
import { type Viewed, Viewer } from '../ui/Viewer.tsx'
import { Signboard } from './Signboard.tsx'
import { type Album, removePhoto } from './upload-photo.ts'
import { CheckLabel } from '../ui/form/FieldParts.ts'

export type Photo = AnswerOf<'GET /api/constructions/:construction_id/common_area_images'>['common_area_images'][number]
/** The construction of the photos, as far as its board says it. */
export type BoardOwner = Pick<
  AnswerOf<'GET /api/constructions/:id'>['construction'],
  'name' | 'use_electronic_signboard' | 'electronic_signboard_type' | 'electronic_signboard_contractor_name'
>

interface Props {
  album: Album
  photos: readonly Photo[]
  /** The uuid of what is shown, null while closed. */
  shown: string | null
  onShow: (uuid: string | null) => void
  readOnly: boolean
  construction: BoardOwner | undefined
  /** Null in the common area. */
  roomName: string | null
}

/** Looks at photos one after the other, with the board that will stand on them, and takes them away again. */
export const PhotoViewer = ({ album, photos, shown, onShow, readOnly, construction, roomName }: Props) => {
  const [board, setBoard] = useState(true)
  const [dialog, ask] = useConfirm()
  const remove = useMutation<unknown, ApiError, string>({
    mutationFn: uuid => removePhoto(album, uuid),
    onSuccess: async answer => {
      toast.success(messageOf(answer) ?? '写真を削除しました。')
      onShow(null)
      await invalidate(album.stale)
    },
  })
  const photo = photos.find(({ uuid }) => uuid === shown)
  const hasBoard = construction?.use_electronic_signboard === true
  const askAndRemove = async (uuid: string) => {
    if (await ask({ title: 'この写真を削除します。よろしいですか？', confirm: '削除する', danger: true })) remove.mutate(uuid)
  }
  const viewedOf = (each: Photo): Viewed => ({
    key: each.uuid,
    title: nameOf(each),
    kind: 'image',
    url: each.view_url,
    note: (
      <>
        <span>撮影 {formatInstant(new Date(each.filming_at))}</span>
        <span>{each.uploaded_by ?? ''}</span>
      </>
    ),
    overlay:
      hasBoard && board ? (
        <Signboard
          facts={{
            construction_name: construction.name ?? '',
            room_name: roomName,
            place_name: each.place_name,
            timing: each.timing,
            filming_at: new Date(each.filming_at),
            contractor_name: construction.electronic_signboard_contractor_name,
          }}
          place={construction.electronic_signboard_type}
          width={each.width ?? 1600}
          height={each.height ?? 1200}
        />
      ) : null,
  })
  return (
    <>
      {dialog}
      <Viewer
        items={photos.map(viewedOf)}
        shown={photo === undefined ? null : photo.uuid}
        onShow={key => onShow(String(key))}
        onClose={() => onShow(null)}
        actions={
          <>
            {hasBoard ? (
              <CheckLabel>
                <input type="checkbox" checked={board} onChange={event => setBoard(event.target.checked)} />
                電子小黒板を表示
              </CheckLabel>
            ) : null}
            {photo?.can_delete && !readOnly ? (
              <Button kind="danger" icon="trash" onClick={() => void askAndRemove(photo.uuid)}>
                削除
              </Button>
            ) : null}
          </>
        }
      />
    </>
  )
}

/** What and when: 集合玄関, 施工前. */
const nameOf = ({ place_name, timing }: Photo): string => `${place_name}　${photoTimingLabels[timing]}`
