import { formatInstant, todayInTokyo } from '@toguchi/domain/calendar/day'
import { safeName } from '@toguchi/domain/photo-archives/archive-names'
import { photoTimingLabels } from '@toguchi/domain/photos/labels'
import { pictureLabels, pictureTypes } from '@toguchi/domain/photos/picture-formats'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { partOnDemand } from '../platform/late-part.ts'
import { type AnswerOf, type ApiError, invalidate } from '../platform/api/api.ts'
import { messageOf } from '../platform/api/request.ts'
import { toast } from '../platform/toast.ts'
import { Button, ButtonAnchor } from '../ui/Button.tsx'
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx'
import { type Viewed, Viewer } from '../ui/files/Viewer.tsx'
import { boardText } from './board-text.ts'
import { type Album, removePhoto } from './upload-photo.ts'
import { CheckLabel } from '../ui/form/FieldParts.ts'

const SignboardModal = partOnDemand(async () => (await import('./SignboardModal.tsx')).SignboardModal)

export type Photo = AnswerOf<'GET /api/constructions/:construction_id/common_area_images'>['common_area_images'][number]
interface Props {
  album: Album
  photos: readonly Photo[]
  /** The uuid of what is shown, null while closed. */
  shown: string | null
  onShow: (uuid: string | null) => void
  readOnly: boolean
}

/** Looks at photos one after the other, with the board that will stand on them, and takes them away again. */
export const PhotoViewer = ({ album, photos, shown, onShow, readOnly }: Props) => {
  const [board, setBoard] = useState(true)
  const [edited, setEdited] = useState<string | null>(null)
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
  const askAndRemove = async (uuid: string) => {
    if (await ask({ title: 'この写真を削除します。よろしいですか？', confirm: '削除する', danger: true })) remove.mutate(uuid)
  }
  const viewedOf = (each: Photo): Viewed => ({
    key: keyOf(each, board),
    title: nameOf(each),
    kind: 'image',
    alt: board && each.signboard_url !== null ? `${nameOf(each)}　${boardText(each.signboard.lines)}` : nameOf(each),
    url: board ? (each.signboard_url ?? each.view_url) : each.view_url,
    note: (
      <>
        <span>撮影 {formatInstant(new Date(each.filming_at))}</span>
        <span>{each.uploaded_by ?? ''}</span>
        {each.wrong_clock === null ? null : <span>{wrongClockText(each.wrong_clock)}</span>}
        {each.date_corrected === null ? null : (
          <span>
            撮影日を訂正（訂正前 {formatInstant(new Date(each.date_corrected.before))}・理由：{each.date_corrected.reason}）
          </span>
        )}
      </>
    ),
  })
  return (
    <>
      {dialog}
      <Viewer
        items={photos.map(viewedOf)}
        shown={photo === undefined ? null : keyOf(photo, board)}
        onShow={key => onShow(uuidOf(String(key)))}
        onClose={() => onShow(null)}
        actions={
          <>
            {photo?.signboard_url ? (
              <CheckLabel>
                <input type="checkbox" checked={board} onChange={event => setBoard(event.target.checked)} />
                電子小黒板を表示
              </CheckLabel>
            ) : null}
            {photo?.can_edit_signboard ? (
              <Button icon="edit" onClick={() => setEdited(photo.uuid)}>
                黒板を修正
              </Button>
            ) : null}
            {photo?.signboard_url ? (
              <ButtonAnchor icon="download" href={photo.signboard_url} download={`${fileStem(photo)}.jpg`}>
                黒板入り
              </ButtonAnchor>
            ) : null}
            {photo !== undefined && photo.file_url !== photo.view_url ? (
              <ButtonAnchor icon="download" href={photo.file_url} download>
                原本（{originalOf(photo)}）
              </ButtonAnchor>
            ) : null}
            {photo?.can_delete && !readOnly ? (
              <Button kind="danger" icon="trash" onClick={() => void askAndRemove(photo.uuid)}>
                削除
              </Button>
            ) : null}
          </>
        }
      />
      {photo !== undefined && edited === photo.uuid ? (
        <Suspense>
          <SignboardModal album={album} photo={photo} onClose={() => setEdited(null)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** What and when: 集合玄関, 施工前. */
const nameOf = ({ place_name, timing }: Photo): string => `${place_name}　${photoTimingLabels[timing]}`

/** A picture that was drawn anew is another one, which has to be fetched: its link names its version. */
const keyOf = ({ uuid, signboard_url }: Photo, board: boolean): string => `${uuid} ${board ? (signboard_url?.split('.').at(-3) ?? '') : ''}`
const uuidOf = (key: string): string => key.split(' ')[0] ?? key

/** 集合玄関_施工前_20261123: what a single picture is saved as. */
const fileStem = (photo: Photo): string =>
  safeName(`${photo.place_name}_${photoTimingLabels[photo.timing]}_${todayInTokyo(new Date(photo.filming_at)).replaceAll('-', '')}`)

/** JPEG, HEIC. */
const originalOf = ({ content_type }: Photo): string => {
  const type = pictureTypes.find(each => each === content_type)
  return type === undefined ? content_type : pictureLabels[type]
}

const wrongClockText = ({ device_at, received_at }: NonNullable<Photo['wrong_clock']>): string =>
  `端末の時計がずれていました（端末の時刻 ${formatInstant(new Date(device_at))}・受信 ${formatInstant(new Date(received_at))}）`
