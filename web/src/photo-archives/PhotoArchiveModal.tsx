import { type ArchiveKind, archiveKinds, archiveKindLabels, placesText } from '@toguchi/domain/photo-archives/labels'
import { mayArchive } from '@toguchi/domain/photo-archives/policy'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useActor } from '../platform/session/actor.ts'
import { onSessionEnd } from '../platform/session/session.ts'
import { createStore } from '../platform/store.ts'
import { useStore } from '../platform/use-store.ts'
import { type AnswerOf, q, useApiMutation } from '../platform/api/api.ts'
import { Alert } from '../ui/Alert.ts'
import { Button } from '../ui/Button.tsx'
import { Modal, ModalFoot } from '../ui/dialog/Modal.tsx'
import { CheckLabel, Fieldset, Help } from '../ui/form/FieldParts.ts'
import { Stack } from '../ui/layout/Layout.ts'
import { type ArchiveChoice, formatBytes, questionOf, type Scope } from './archive-choice.ts'
import { ArchiveJob } from './ArchiveJob.tsx'
import { ArchiveRange } from './ArchiveRange.tsx'
import { DeliveryReport } from './DeliveryReport.tsx'
import styles from './PhotoArchiveModal.module.css'

type ArchiveCheck = AnswerOf<'GET /api/constructions/:construction_id/photo_archives/check'>['photo_archive']

interface Props {
  constructionId: number
  scope: Scope
  onClose: () => void
}

const notes: Readonly<Record<ArchiveKind, string>> = {
  originals: '撮影した機器が作ったファイルをそのまま保存します。一覧（index.csv）で原本のSHA-256を確かめられます。',
  boarded: '画面に表示される写真（電子小黒板入り）を保存します。位置情報や機種の情報は含まれません。',
  delivery: '国土交通省のデジタル写真管理情報基準のフォルダー（PHOTO.XML・PIC・DRA）を作ります。',
}

const checkingText = '対象を調べています。'

const whyNotMade = (checked: ArchiveCheck | undefined, mustConfirm: boolean): string | null => {
  if (checked === undefined) return checkingText
  if (checked.why_not !== null) return checked.why_not
  if ((checked.delivery?.faults ?? 0) > 0) return '基準に合わない項目を直してください。'
  return mustConfirm ? '位置情報が含まれることを確認してください。' : null
}

/** Zips that were begun in this tab, by construction: a dialog that is closed and opened again goes on showing its own. */
const begun = createStore<ReadonlyMap<number, number>>(new Map())
onSessionEnd(() => begun.set(new Map()))

const withoutRoomText = '部屋を選択してください。'

/** 写真をまとめて保存: what, how many, what to know first, and then the file as it grows. */
export const PhotoArchiveModal = ({ constructionId, scope, onClose }: Props) => {
  const actor = useActor()
  const kinds = archiveKinds.filter(kind => mayArchive(actor, kind))
  const [choice, setChoice] = useState<ArchiveChoice>({
    kind: kinds[0] ?? 'boarded',
    scope,
    room_ids: [],
    timing: null,
    filmed_from: '',
    filmed_to: '',
    drawing_ids: [],
  })
  const [isConfirmed, setConfirmed] = useState(false)
  const jobId = useStore(begun).get(constructionId) ?? null
  const setJob = (id: number | null) =>
    begun.set(new Map([...begun.get()].filter(([each]) => each !== constructionId).concat(id === null ? [] : [[constructionId, id]])))
  const params = { construction_id: constructionId }
  const isWithoutRoom = choice.scope === 'ticked' && choice.room_ids.length === 0
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...q(
      'GET /api/constructions/:construction_id/photo_archives/check',
      { params, query: questionOf(choice) },
      { silent: true, errors: 'nobody' },
    ),
    // Rooms without any would be all of them.
    enabled: !isWithoutRoom,
    placeholderData: keepPreviousData,
    // What is told is what will be made.
    staleTime: 0,
  })
  const make = useApiMutation('POST /api/constructions/:construction_id/photo_archives', {
    invalidates: [],
    silent: true,
    onSuccess: ({ job }) => {
      setConfirmed(false)
      setJob(job.id)
    },
    // What was refused may have changed since it was checked.
    onError: () => void refetch(),
  })
  const checked = error === null ? data?.photo_archive : undefined
  const change = (changes: Partial<ArchiveChoice>) => {
    // What was confirmed of originals was not confirmed of a delivery.
    if (changes.kind !== undefined) setConfirmed(false)
    setChoice(now => ({ ...now, ...changes }))
  }
  const holdsPlaces = choice.kind !== 'boarded'
  // The answer to the choice before stands there to read, and nothing is made of it. Deleted drawings are in no answer any more.
  const listed = isPlaceholderData ? null : checked?.delivery?.drawings
  const drawing_ids = listed ? choice.drawing_ids.filter(id => listed.some(drawing => drawing.id === id)) : choice.drawing_ids
  const whyNot = isWithoutRoom
    ? withoutRoomText
    : (error?.message ?? (isFetching ? checkingText : whyNotMade(checked, holdsPlaces && !isConfirmed)))
  if (jobId !== null)
    return (
      // A frame of its own, which takes the focus that the pressed button leaves behind.
      <Modal key="job" opened onClose={onClose} title="写真をまとめて保存" width={560}>
        <ArchiveJob id={jobId} onAgain={() => setJob(null)} onClose={onClose} />
      </Modal>
    )
  return (
    <Modal key="choice" opened onClose={onClose} title="写真をまとめて保存" width={720} testId="photo-archive">
      <Stack>
        <KindChoice kinds={kinds} chosen={choice.kind} onChoose={kind => change({ kind })} />
        <ArchiveRange constructionId={constructionId} choice={choice} onChange={change} />
        <p className={styles.size} role="status">
          {isWithoutRoom
            ? withoutRoomText
            : error !== null
              ? error.message
              : checked === undefined
                ? '対象を調べています…'
                : (checked.why_not ?? `対象 ${checked.photos.toLocaleString('ja')} 枚（原本の合計 ${formatBytes(checked.byte_size)}）`)}
        </p>
        {choice.kind === 'delivery' && checked?.delivery ? (
          <DeliveryReport
            constructionId={constructionId}
            delivery={checked.delivery}
            chosen={drawing_ids}
            onChoose={ids => change({ drawing_ids: ids })}
          />
        ) : null}
        {holdsPlaces ? (
          <Alert>
            <p>{placesText}</p>
            <CheckLabel>
              <input type="checkbox" checked={isConfirmed} onChange={event => setConfirmed(event.target.checked)} />
              位置情報が含まれることを確認しました
            </CheckLabel>
          </Alert>
        ) : null}
        <Help>だれが・いつ・どの種類の写真を・何枚保存したかを記録します。</Help>
      </Stack>
      <ModalFoot>
        <Button onClick={onClose}>キャンセル</Button>
        <Button
          kind="primary"
          icon="download"
          disabled={make.isPending}
          reason={choice.filmed_from_unread || choice.filmed_to_unread ? '日付を読み取れません' : whyNot}
          onClick={() =>
            make.mutate({
              params,
              body: { photo_archive: { ...questionOf({ ...choice, drawing_ids }), places_confirmed: holdsPlaces && isConfirmed } },
            })
          }
        >
          まとめて保存する
        </Button>
      </ModalFoot>
    </Modal>
  )
}

interface KindProps {
  kinds: readonly ArchiveKind[]
  chosen: ArchiveKind
  onChoose: (kind: ArchiveKind) => void
}

const KindChoice = ({ kinds, chosen, onChoose }: KindProps) => (
  <Fieldset>
    <legend>保存する写真</legend>
    <div className={styles.kinds}>
      {kinds.map(kind => (
        <CheckLabel key={kind}>
          <input type="radio" name="archive_kind" value={kind} checked={kind === chosen} onChange={() => onChoose(kind)} />
          {archiveKindLabels[kind]}
        </CheckLabel>
      ))}
    </div>
    <Help>{notes[chosen]}</Help>
  </Fieldset>
)
