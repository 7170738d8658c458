import { photoTimingLabels } from '@toguchi/domain/photos/labels'
import { faultSentences } from '@toguchi/domain/photos/picture-quality'
import { type ReactNode, useState } from 'react'
import { outbox } from '../../platform/outbox/outbox.ts'
import { scarceText, useScarceRoom } from '../../platform/outbox/storage-room.ts'
import { handOut } from '../hand-out.ts'
import { mostInSlot } from '../taken-slots.ts'
import type { Shots } from './use-shots.ts'
import styles from './Notices.module.css'

interface Props {
  shots: Shots
  /** How many places there are. */
  places: number
  onClose: () => void
}

/** What is to be said while one goes on taking photos, one thing at a time: nothing of it stops anybody, and each has a way on. */
export const Notices = ({ shots, places, onClose }: Props) => {
  const { slot, last, taken, isAgain, isFull } = shots
  const room = useScarceRoom()
  const [isRead, setRead] = useState(false)
  const finish: Act = ['撮影を終える', onClose]
  return (
    <div aria-live="polite">
      {room !== null && !isRead ? (
        <Notice tone="warning" act={['このまま撮影する', () => setRead(true)]}>
          {scarceText(room)}
        </Notice>
      ) : isAgain ? (
        <Notice>撮り直します。新しい写真を撮るまで、前の写真は残ります。</Notice>
      ) : last?.tooLarge === true ? (
        <Notice tone="warning" act={['端末に書き出す', () => handOutShot(last.id)]}>
          20MBを超えているため、送信できません。写真はこの端末に残してあります。
        </Notice>
      ) : last !== null && last.faults.length > 0 ? (
        <Notice
          tone="warning"
          act={['撮り直す', () => shots.takeAgain(last)]}
          // Whoever thinks the photo good is done all the same.
          {...(taken.size >= places ? { otherAct: finish } : {})}
        >
          {last.slot.place_name}：{faultSentences(last.faults)}
        </Notice>
      ) : isFull ? (
        <Notice>1つの撮影箇所・時期につき{mostInSlot}枚までです。次の箇所へ進んでください。</Notice>
      ) : taken.size >= places ? (
        <Notice tone="done" act={finish}>
          必要な写真はすべて撮影しました。
        </Notice>
      ) : last !== null && slot !== null && last.slot.timing !== slot.timing ? (
        <Notice tone="done">次は{photoTimingLabels[slot.timing]}の写真です。</Notice>
      ) : null}
    </div>
  )
}

type Act = readonly [label: string, act: () => void]

interface NoticeProps {
  tone?: 'plain' | 'warning' | 'done'
  act?: Act
  otherAct?: Act
  children: ReactNode
}

const Notice = ({ tone = 'plain', act, otherAct, children }: NoticeProps) => (
  <div className={styles.notice} data-tone={tone}>
    <p>{children}</p>
    {[act, otherAct].map(each =>
      each === undefined ? null : (
        <button key={each[0]} type="button" onClick={each[1]}>
          {each[0]}
        </button>
      ),
    )}
  </div>
)

const handOutShot = (id: string) => {
  const request = outbox.get().find(each => each.id === id)
  if (request !== undefined) void handOut(request)
}
