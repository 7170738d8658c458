import { formatDayShort } from '@toguchi/domain/calendar/day'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { q } from '../../platform/api/api.ts'
import { endNews } from '../../platform/toast.ts'
import { paths } from '../../site/paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/layout/EmptyState.tsx'
import { PageHead } from '../../ui/layout/PageHead.tsx'
import type { Dwelling } from '../answer-reads.ts'
import { SearchBox, SearchHits } from '../../ui/table/Search.tsx'
import styles from './DeskPage.module.css'

const call = () => import('./DeskCall.tsx')
const DeskCall = lazy(async () => ({ default: (await call()).DeskCall }))

/**
 * 電話受付: somebody is on the line. The number of the dwelling or of the telephone, then date, options, payments and last contacts, three
 * proposals, and the sentence to read out; from the search to the confirmed date in four steps at most (feature 12). The search is in the
 * address, so that Back and a reload come back to the call.
 */
export const DeskPage = () => {
  const [search, setSearch] = useSearchParams()
  const keyword = search.get('keyword') ?? ''
  const input = useRef<HTMLInputElement>(null)
  const hits = useRef<HTMLUListElement>(null)
  const roomId = Number(search.get('room'))
  // The dwelling that was found over all clients, or by a promise to call back, is among them whatever the words say.
  const [arrivedAt] = useState({ keyword, roomId })
  const room = arrivedAt.keyword === keyword && arrivedAt.roomId > 0 ? { room_id: arrivedAt.roomId } : {}
  const { data } = useQuery({ ...q('GET /api/desk', { query: { keyword, ...room } }, { silent: true }), enabled: keyword !== '' })
  const dwellings = keyword === '' ? undefined : data?.dwellings
  // Of several nobody is taken for the caller, nor of the dwellings that one number has: the likeliest stands first, and Enter opens it.
  const only = dwellings?.length === 1 ? dwellings[0] : undefined
  const dwelling = dwellings?.find(({ room_id }) => room_id === roomId) ?? only
  // What is saved during the call may order the list anew: the call stays with the dwelling that it began with.
  const opened = roomId === 0 ? only?.room_id : undefined
  useEffect(() => {
    if (opened !== undefined) setSearch({ keyword, room: String(opened) }, { replace: true })
  }, [opened, keyword, setSearch])
  useEffect(() => {
    input.current?.focus()
    // The form of a call comes while the number is typed.
    void call()
  }, [])
  const mustChoose = dwellings !== undefined && dwellings.length > 1 && dwelling === undefined
  useEffect(() => {
    if (mustChoose) hits.current?.querySelector('button')?.focus()
  }, [mustChoose, keyword])
  // What was said of the last call is no news of the next.
  const goTo = (search: Record<string, string>) => {
    endNews()
    setSearch(search)
  }
  const next = () => {
    goTo({})
    if (input.current === null) return
    input.current.value = ''
    input.current.focus()
  }
  return (
    <>
      <PageHead
        title="電話受付"
        note="部屋番号・電話番号・氏名で検索します。建物名を続けると絞り込めます（例：1203 青葉台）。"
        actions={
          <ButtonLink to={paths.calls()} icon="history">
            本日の電話
          </ButtonLink>
        }
      />
      <div className={styles.search} data-desk="search">
        <SearchBox
          label="部屋番号・電話番号・氏名"
          placeholder="1203、090-1234-5678 など"
          typed={keyword}
          input={input}
          hits={hits}
          onSearch={typed => goTo(typed === '' ? {} : { keyword: typed })}
        />
      </div>
      {keyword === '' ? (
        <EmptyState
          title="お電話を受けたら、部屋番号を検索してください。"
          text="住戸が見つかると、工事日・お支払い・最近の連絡と、近い空き日時が表示されます。"
        />
      ) : null}
      {dwellings?.length === 0 ? (
        <EmptyState
          title="該当する住戸がありません。"
          text="部屋番号、氏名、または電話番号（はじめの6桁以上か、下4桁）で検索してください。"
        />
      ) : null}
      {dwellings === undefined || dwellings.length === 0 ? null : (
        <div className={styles.desk} data-alone={dwellings.length === 1}>
          {dwellings.length === 1 ? null : (
            <div data-desk="found">
              <SearchHits
                label={`${dwellings.length}件の住戸`}
                list={hits}
                input={input}
                hits={dwellings.map(one => ({
                  ...wordsOf(one),
                  isOpen: one === dwelling,
                  open: () => goTo({ keyword, room: String(one.room_id) }),
                }))}
              />
            </div>
          )}
          {dwelling === undefined ? (
            <EmptyState title={severalText(dwellings)} text="お電話の方の物件と部屋を確かめて、選んでください。" />
          ) : (
            <Suspense>
              <DeskCall key={`${keyword}/${dwelling.room_id}`} dwelling={dwelling} onNext={next} />
            </Suspense>
          )}
        </div>
      )}
    </>
  )
}

const severalText = (dwellings: readonly Dwelling[]): string =>
  dwellings.every(({ by_phone }) => by_phone)
    ? `この電話番号は${dwellings.length}件の住戸に登録されています。`
    : `${dwellings.length}件の住戸が見つかりました。`

const wordsOf = ({ room_id, room_name, resident_name, building_name, construction_name, is_completed, closed_at, date }: Dwelling) => ({
  key: room_id,
  name: room_name,
  text: resident_name ?? '居住者未登録',
  note: [
    building_name,
    construction_name ?? '',
    is_completed || closed_at !== null ? '工事完了' : date === null ? '未割当' : formatDayShort(date),
  ].join('　'),
})
