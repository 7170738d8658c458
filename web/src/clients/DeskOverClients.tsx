import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { useEffect, useRef, useState } from 'react'
import { paths } from '../site/paths.ts'
import { type AnswerOf, type ApiError, useApiMutation } from '../platform/api/api.ts'
import { useEnterClient } from '../platform/session/enter-client.ts'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import { SearchBox, SearchHits } from '../ui/table/Search.tsx'
import styles from './DeskOverClients.module.css'

type Dwelling = AnswerOf<'POST /api/admin/desk_searches'>['dwellings'][number]

/**
 * The desk over all clients (D-41): somebody is on the line, and it is not known whose resident. A whole number, or building and room; a hit
 * chooses its client as the list below does and opens the dwelling at the desk. Enter searches and goes to the likeliest, arrows walk, Enter
 * opens. What was searched for stands in no address before a client is chosen.
 */
export const DeskOverClients = () => {
  const [found, setFound] = useState<{ keyword: string; dwellings: readonly Dwelling[] } | null>(null)
  const dwellings = found?.dwellings
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const enterClient = useEnterClient()
  const search = useApiMutation('POST /api/admin/desk_searches', {
    invalidates: [],
    silent: true,
    // Said at the field, where something else is typed.
    errors: 'caller',
    onSuccess: (answer, { body }) => setFound({ keyword: body.keyword, dwellings: answer.dwellings }),
    onError: () => setFound(null),
  })
  useEffect(() => input.current?.focus(), [])
  useEffect(() => list.current?.querySelector('button')?.focus(), [found])
  const open = ({ client, room_id, room_name, building_name }: Dwelling) => {
    // A number leads the desk to every dwelling of it in this company; else the dwelling itself is looked for.
    const searched = found?.keyword ?? ''
    const words = new URLSearchParams({ keyword: isNumber(searched) ? searched : `${room_name} ${building_name}`, room: String(room_id) })
    enterClient(client, `${paths.desk()}?${words.toString()}`)
  }
  return (
    <Section title="お電話を受けたら" name="desk_over_clients">
      <SearchBox
        name="住戸を探す"
        label="電話番号（全桁）、または建物名か管理番号と部屋番号"
        placeholder="090-1234-5678、青葉台 1203、T-26-0121 202 など"
        typed=""
        busy={search.isPending}
        input={input}
        hits={list}
        refusal={refusalOf(search.error)}
        onSearch={keyword => {
          if (keyword !== '') search.mutate({ body: { keyword } })
        }}
      />
      <Help>
        電話番号は全桁、部屋番号は建物名と合わせて入力すると、契約中の全企業から住戸を検索できます。氏名では検索できません。検索は記録されます。
      </Help>
      {dwellings?.length === 0 ? (
        <EmptyState title="該当する住戸がありません。" text="番号をお確かめになるか、建物名と部屋番号で検索してください。" />
      ) : null}
      {dwellings === undefined || dwellings.length === 0 ? null : (
        <div className={styles.hits}>
          <SearchHits
            label={`${dwellings.length}件の住戸`}
            list={list}
            input={input}
            hits={dwellings.map(dwelling => ({
              key: `${dwelling.client.cd}/${dwelling.room_id}`,
              name: addressedRoom(dwelling.room_name),
              text: `${dwelling.building_name}${dwelling.closed_at === null ? '' : '（完了確定）'}`,
              note: dwelling.client.name,
              open: () => open(dwelling),
            }))}
          />
        </div>
      )}
    </Section>
  )
}

/** What failed by itself stands in a toast. */
const refusalOf = (error: ApiError | null): string | null =>
  error === null || error.status === 0 || error.status >= 500 ? null : error.fullMessages.join('')

const isNumber = (typed: string): boolean => /^[\d\s()+\-ー−‐]+$/.test(typed.normalize('NFKC').trim())
