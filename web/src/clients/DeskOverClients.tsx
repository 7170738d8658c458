import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { paths } from '../site/paths.ts'
import { type AnswerOf, useApiMutation } from '../platform/api/api.ts'
import { useEnterClient } from '../platform/session/enter-client.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import { Input } from '../ui/form/Control.ts'
import styles from './DeskOverClients.module.css'

type Dwelling = AnswerOf<'POST /api/admin/desk_searches'>['dwellings'][number]

/**
 * The desk over all clients (D-41): somebody is on the line, and it is not known whose resident. A whole number, or building and room; a hit
 * chooses its client as the list below does and opens the dwelling at the desk. Enter searches and goes to the likeliest, arrows walk, Enter
 * opens. What was searched for stands in no address before a client is chosen.
 */
export const DeskOverClients = () => {
  const [keyword, setKeyword] = useState('')
  const [found, setFound] = useState<{ keyword: string; dwellings: readonly Dwelling[] } | null>(null)
  const dwellings = found?.dwellings
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const enterClient = useEnterClient()
  const search = useApiMutation('POST /api/admin/desk_searches', {
    invalidates: [],
    silent: true,
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
      <form
        className={styles.search}
        role="search"
        aria-label="住戸を探す"
        onSubmit={event => {
          event.preventDefault()
          if (keyword.trim() !== '') search.mutate({ body: { keyword } })
        }}
      >
        <Input
          ref={input}
          type="search"
          value={keyword}
          maxLength={100}
          aria-label="電話番号（全桁）、または建物名と部屋番号"
          placeholder="090-1234-5678、青葉台 1203 など"
          autoComplete="off"
          onChange={event => setKeyword(event.target.value)}
          onKeyDown={event => event.key === 'ArrowDown' && list.current !== null && walk(event, list.current)}
        />
        <Button kind="primary" type="submit" icon="search" disabled={search.isPending}>
          検索
        </Button>
      </form>
      <Help>契約中の全企業から検索します。検索は記録されます。</Help>
      {dwellings?.length === 0 ? (
        <EmptyState title="該当する住戸がありません。" text="番号をお確かめになるか、建物名と部屋番号で検索してください。" />
      ) : null}
      {dwellings === undefined || dwellings.length === 0 ? null : (
        <ul
          ref={list}
          className={styles.found}
          aria-label={`${dwellings.length}件の住戸`}
          onKeyDown={event => walk(event, event.currentTarget)}
        >
          {dwellings.map(dwelling => (
            <li key={`${dwelling.client.cd}/${dwelling.room_id}`}>
              <button type="button" onClick={() => open(dwelling)}>
                <strong>{dwelling.room_name}号室</strong>
                <span>
                  {dwelling.building_name}
                  {dwelling.closed_at === null ? '' : '（完了確定）'}
                </span>
                <small>{dwelling.client.name}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** Arrows go from hit to hit, from the field into the list and back to it. */
const walk = (event: KeyboardEvent, list: HTMLElement) => {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const buttons = [...list.querySelectorAll('button')]
  const at = buttons.findIndex(button => button === document.activeElement) + step
  if (at < 0) list.parentElement?.querySelector('input')?.focus()
  else buttons[at]?.focus()
}

const isNumber = (typed: string): boolean => /^[\d\s()+\-ー−‐]+$/.test(typed.normalize('NFKC').trim())
