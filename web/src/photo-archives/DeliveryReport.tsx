import type { DeliveryCheck } from '@toguchi/domain/photo-archives/contract'
import { pictureLabelOf } from '@toguchi/domain/photos/picture-formats'
import { useState } from 'react'
import { Alert } from '../ui/Alert.ts'
import { Button } from '../ui/Button.tsx'
import { CheckLabel, Fieldset, Help } from '../ui/form/FieldParts.ts'
import { Details } from '../ui/layout/Layout.ts'
import { DeliverySettings } from './DeliverySettings.tsx'
import styles from './PhotoArchiveModal.module.css'

interface Props {
  constructionId: number
  delivery: DeliveryCheck
  chosen: readonly number[]
  onChoose: (drawingIds: readonly number[]) => void
}

/** What the ministry's form would be: what does not go in, which rules it breaks, and what had to be replaced. */
export const DeliveryReport = ({ constructionId, delivery, chosen, onChoose }: Props) => {
  const [isEditing, setEditing] = useState(false)
  const { edition, dtd, photos, copies, not_deliverable, violations, faults, advices, replaced, drawings } = delivery
  const left = not_deliverable.map(each => `${pictureLabelOf(each.content_type)} ${each.photos}枚`).join('、')
  return (
    <div className={styles.report} data-testid="delivery-report">
      <p>
        {edition}　納品 {photos.toLocaleString('ja')} 枚{copies > 0 ? `（うちJPEGに変換した写し ${copies} 枚）` : ''}
      </p>
      <div>
        <Button size="small" icon="edit" onClick={() => setEditing(true)}>
          電子納品の設定
        </Button>
      </div>
      {left === '' ? null : <Alert>納品できない形式のため入らない写真があります：{left}</Alert>}
      {faults === 0 ? (
        <Help>基準に合わない項目はありません。{advices > 0 ? `確認をすすめる項目が${advices}件あります。` : ''}</Help>
      ) : (
        <Alert role="alert">基準に合わない項目が{faults}件あります。直すまで電子納品は作成できません。</Alert>
      )}
      {violations.length === 0 ? null : (
        <Details {...(faults > 0 ? { open: true } : {})}>
          <summary>確認する項目（{faults + advices}件）</summary>
          <ul className={styles.told} tabIndex={0} aria-label="確認する項目">
            {rulesOf(violations).map(({ level, field, text, photos: names }) => (
              <li key={`${level} ${field} ${text}`}>
                {level === 'fault' ? '【要修正】' : '【確認】'}
                {field}　{text}
                <Photos names={names} />
              </li>
            ))}
          </ul>
          {faults + advices > violations.length ? <Help>はじめの{violations.length}件を表示しています。</Help> : null}
        </Details>
      )}
      {replaced.length === 0 ? null : (
        <Details>
          <summary>置き換える文字（{replaced.length}種類）</summary>
          <Help>基準で使えない文字は、次のように置き換えて記入します。写真ごとの内容は一覧（index.csv）にも残ります。</Help>
          <ul className={styles.told} tabIndex={0} aria-label="置き換える文字">
            {replaced.map(({ from, to, photos: count }) => (
              <li key={from}>
                {from} → {to === '' ? '（なし）' : to}　{count}枚
              </li>
            ))}
          </ul>
        </Details>
      )}
      {drawings.length === 0 ? null : (
        <Fieldset>
          <legend>参考図（DRA）に入れる添付資料</legend>
          {drawings.map(({ id, title }) => (
            <CheckLabel key={id}>
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={event => onChoose(event.target.checked ? [...chosen, id] : chosen.filter(each => each !== id))}
              />
              {title}
            </CheckLabel>
          ))}
        </Fieldset>
      )}
      {dtd.present ? null : (
        <Help>
          {dtd.name} はこの環境に置かれていないため、ZIPに入りません。国土交通省のサイトから取得し、PHOTOフォルダーに入れてください。
        </Help>
      )}
      {isEditing ? <DeliverySettings constructionId={constructionId} onClose={() => setEditing(false)} /> : null}
    </div>
  )
}

type Violation = DeliveryCheck['violations'][number]

/** One rule, and the photos that break it; none where it is about the whole. */
const rulesOf = (violations: readonly Violation[]) =>
  [...Map.groupBy(violations, ({ level, field, text }) => `${level} ${field} ${text}`).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, photos: [first, ...others].flatMap(({ photo }) => (photo === null ? [] : [photo])) }],
  )

/** Photos that are named at once. */
const named = 3

const Photos = ({ names }: { names: readonly string[] }) =>
  names.length === 0 ? null : (
    <>
      （{names.length.toLocaleString('ja')}枚：{names.slice(0, named).join('、')}）
      {names.length <= named ? null : (
        <Details>
          <summary>ほか{(names.length - named).toLocaleString('ja')}枚</summary>
          {names.slice(named).join('、')}
        </Details>
      )}
    </>
  )
