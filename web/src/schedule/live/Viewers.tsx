import { actorLabel } from '@toguchi/domain/events/actor-label'
import type { Viewer } from '@toguchi/domain/schedule/live-contract'
import { Icon } from '../../ui/icons/Icon.tsx'
import { useDisclosure } from '../../ui/dialog/Disclosure.tsx'
import { initialOf, sentenceOf } from './viewer-texts.ts'
import styles from './Viewers.module.css'

interface Props {
  /** Everybody who has the schedule open; oneself is not shown. */
  viewers: readonly Viewer[]
  connected: boolean
}

/** Faces beside one another; the rest is a number. */
const mostFaces = 3

/** Who else is at this schedule, and whether news comes by itself. Shows nothing while one is alone and all is well. */
export const Viewers = ({ viewers, connected }: Props) => {
  const others = viewers.filter(({ mine }) => !mine).toSorted((one, other) => Number(other.editing) - Number(one.editing))
  const sentence = sentenceOf(others)
  return (
    <div className={styles.viewers}>
      {connected ? null : (
        <span className={styles.waiting} role="status" title="接続が切れています。つながりしだい、最新の内容になります。">
          <span className={styles.pulse} aria-hidden="true" />
          更新を待っています…
        </span>
      )}
      {others.length === 0 ? null : <Others others={others} sentence={sentence} />}
      <span className="sr-only" aria-live="polite">
        {others.some(({ editing }) => editing) ? sentence : ''}
      </span>
    </div>
  )
}

const Others = ({ others, sentence }: { others: readonly Viewer[]; sentence: string }) => {
  const { open, id: list, whole, button, toggle } = useDisclosure()
  return (
    <div className={styles.others} ref={whole}>
      <button
        type="button"
        ref={button}
        className={styles.button}
        data-testid="schedule-viewers"
        aria-expanded={open}
        aria-controls={list}
        title={others.map(({ name, editing }) => (editing ? `${name}（編集中）` : name)).join('、')}
        onClick={toggle}
      >
        <span className={styles.faces} aria-hidden="true">
          {others.slice(0, mostFaces).map((viewer, at) => (
            <Face key={at} viewer={viewer} />
          ))}
          {others.length > mostFaces ? <span className={styles.face}>+{others.length - mostFaces}</span> : null}
        </span>
        <span className={styles.sentence}>{sentence}</span>
      </button>
      {open ? (
        <div className={styles.list} id={list} role="group" aria-label="この工程表を開いている人">
          <strong>この工程表を開いている人</strong>
          <ul>
            {others.map((viewer, at) => (
              <li key={at}>
                <Face viewer={viewer} />
                <span className={styles.name}>
                  {viewer.name}
                  <small>{actorLabel(viewer.kind)}</small>
                </span>
                <span className={styles.does} data-editing={viewer.editing}>
                  {viewer.editing ? (
                    <>
                      <Icon name="edit" size={14} />
                      編集中
                    </>
                  ) : (
                    '閲覧中'
                  )}
                </span>
              </li>
            ))}
          </ul>
          <p>保存された変更は、すぐにこの画面に反映されます。</p>
        </div>
      ) : null}
    </div>
  )
}

const Face = ({ viewer: { name, editing } }: { viewer: Viewer }) => (
  <span className={styles.face} data-editing={editing} aria-hidden="true">
    {initialOf(name)}
    {editing ? (
      <span className={styles.pen}>
        <Icon name="edit" size={9} />
      </span>
    ) : null}
  </span>
)
