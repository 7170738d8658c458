import type { Readiness } from '@toguchi/domain/client-terms/contract'
import { readinessKeys, readinessLabels, type ReadinessKey } from '@toguchi/domain/client-terms/labels'
import type { ReactNode } from 'react'
import { paths } from '../../site/paths.ts'
import { StatusBadge } from '../../ui/Badge.tsx'
import { Help } from '../../ui/form/FieldParts.ts'
import styles from './ReadinessItems.module.css'

type Item = Readiness[number]
interface Place {
  to: string
  text: string
}

/** Inside the company, where an item is done. */
const readinessPlaces: Readonly<Record<ReadinessKey, Place>> = {
  staff_admin: { to: paths.staffs(), text: 'スタッフを開く' },
  logo: { to: paths.settings(), text: '設定を開く' },
  contact: { to: paths.settings(), text: '設定を開く' },
  letter_texts: { to: paths.letter_texts('information'), text: '文章とプレビューを開く' },
  seller: { to: paths.settings(), text: '設定を開く' },
  building: { to: paths.buildings(), text: '物件を開く' },
  craftsman: { to: paths.contractors(), text: '協力会社を開く' },
  construction: { to: paths.constructions(), text: '工事を開く' },
  rooms: { to: paths.constructions(), text: '工事を開く' },
  schedule: { to: paths.constructions(), text: '工事を開く' },
}

const isMissing = ({ done, needed_for }: Item): boolean => !done && needed_for !== null
export const isReady = (readiness: Readiness): boolean => !readiness.some(isMissing)

interface Props {
  readiness: Readiness
  /** The way to where an item is done; null where it is on the page already. */
  way: (key: ReadinessKey, place: Place) => ReactNode
}

/** What is still missing before the first letter is printed and before the first payment is taken, and where it is done. */
export const ReadinessItems = ({ readiness, way }: Props) => (
  <>
    <Help>{sentenceOf(readiness)}</Help>
    <ul className={styles.items}>
      {readinessKeys.flatMap(key => {
        const item = readiness.find(one => one.key === key)
        return item === undefined ? (
          []
        ) : (
          <li key={key} className={styles.item}>
            <State item={item} />
            <span className={styles.name}>{readinessLabels[key]}</span>
            {item.done ? null : way(key, readinessPlaces[key])}
          </li>
        )
      })}
    </ul>
  </>
)

/** Each by itself: letters can be printed long before anything is sold. */
const sentenceOf = (readiness: Readiness): string => {
  const missing = readiness.filter(isMissing)
  const [letter, payment] = (['letter', 'payment'] as const).map(need => missing.filter(({ needed_for }) => needed_for === need).length)
  const ofLetter = letter ? `最初の案内状を印刷するまでに、あと${letter}項目の登録が必要です。` : '案内状を印刷できます。'
  return payment ? `${ofLetter}最初のお支払いを受け付けるまでに、あと${payment}項目の登録が必要です。` : ofLetter
}

const needLabels = { letter: '案内状の印刷に必要', payment: 'お支払いの受付に必要' } as const

const State = ({ item: { done, needed_for } }: { item: Item }) => {
  if (done)
    return (
      <StatusBadge tone="green" mark="full" value="done">
        登録済み
      </StatusBadge>
    )
  return (
    <StatusBadge tone={needed_for === null ? 'neutral' : 'amber'} mark="empty" value="missing">
      {needed_for === null ? '任意' : needLabels[needed_for]}
    </StatusBadge>
  )
}
