import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../platform/api/request.ts'
import { newUuid } from '../../platform/new-uuid.ts'
import { Button } from '../Button.tsx'
import { Spinner } from '../Spinner.tsx'
import { LargePage } from './LargePage.tsx'
import { PaperPage, urlOfPicture } from './PaperPage.tsx'
import styles from './PaperPages.module.css'

interface Props {
  /** How the paper is made: what is made otherwise is drawn anew. */
  made?: string
  /** Draws a page, from 1, as SVG, and says how many there are. */
  draw: (page: number, signal: AbortSignal) => Promise<{ picture: string; pages: number }>
  landscape?: boolean
  /** The first one too is drawn only when it comes into view: another paper stands before it. */
  waits?: boolean
  /** Where it is one of several papers that are read one after the other. */
  among?: Among
}

/** A paper among others: which of its pages is large is known around it, so that turning the page goes on over all of them. */
export interface Among {
  title: string
  large: LargeNumber | null
  enlarge: (number: LargeNumber | null) => void
  /** To the last page of the paper before it and the first one of the paper after it; null where there is none. */
  back: (() => void) | null
  on: (() => void) | null
  /** To the first page of the first paper and the last one of the last; null where it is that paper itself. */
  first: (() => void) | null
  last: (() => void) | null
}
export type LargeNumber = number | 'last'

/** The pages of a paper under one another. The first is drawn at once, the others as they come into view. */
export const PaperPages = ({ made = '', draw, landscape = false, waits = false, among }: Props) => {
  // What is opened again is drawn again: its contents may have changed meanwhile.
  const [opened] = useState(newUuid)
  const paper = { key: `${opened}/${made}`, draw }
  const own = useState<LargeNumber | null>(null)
  const [large, enlarge] = among === undefined ? own : [among.large, among.enlarge]
  // Which one is the last only a drawn page says.
  const pages = useDrawn(paper, 1, { enabled: !waits || large === 'last' }).data?.pages
  return (
    <>
      <ol className={styles.pages} data-landscape={landscape}>
        {Array.from({ length: pages ?? 1 }, (_, at) => (
          <Page key={at} paper={paper} number={at + 1} pages={pages} title={among?.title} atOnce={at === 0 && !waits} enlarge={enlarge} />
        ))}
      </ol>
      {large === null ? null : <Large paper={paper} large={large} known={pages} enlarge={enlarge} among={among} />}
    </>
  )
}

const nameOf = (number: number, pages: number | undefined): string =>
  pages === undefined ? `${number}ページ` : `${number} / ${pages}ページ`

/** Several papers have a first page: which one is meant is heard too. */
const nameAmong = (title: string | undefined, name: string): string => (title === undefined ? name : `${title}　${name}`)

interface LargeProps {
  paper: Paper
  large: LargeNumber
  /** How many pages there are, as far as it is known. */
  known: number | undefined
  enlarge: (number: LargeNumber | null) => void
  among: Among | undefined
}

/** A page as large as the screen, and the way to those beside it. */
const Large = ({ paper, large, known, enlarge, among }: LargeProps) => {
  const number = large === 'last' ? (known ?? 1) : large
  const { data, error, isPlaceholderData } = useDrawn(paper, number)
  const pages = known ?? (isPlaceholderData ? undefined : data?.pages)
  const waits = data === undefined || isPlaceholderData || (large === 'last' && known === undefined)
  const name = nameOf(number, pages)
  const isLast = error !== null || number === pages
  return (
    <LargePage
      url={waits ? null : urlOfPicture(data.picture)}
      error={error === null ? null : (sentenceOf(error) ?? `${name}を表示できませんでした。`)}
      name={nameAmong(among?.title, name)}
      onClose={() => enlarge(null)}
      turn={{
        back: number > 1 ? () => enlarge(number - 1) : (among?.back ?? null),
        on: isLast ? (among?.on ?? null) : pages === undefined ? null : () => enlarge(number + 1),
        first: among?.first ?? (number > 1 ? () => enlarge(1) : null),
        last: among?.last ?? (isLast || pages === undefined ? null : () => enlarge(pages)),
      }}
    />
  )
}

interface Paper {
  key: string
  draw: Props['draw']
}

/** Milliseconds for which a page that left the view is kept, and after which whoever was sent away by many asks again. */
const keptFor = 60_000
const pause = 2_000
const isBusy = (error: Error) => error instanceof ApiError && error.status === 503

/** Where it is not `enabled` it is as somebody else had it drawn. */
const useDrawn = ({ key, draw }: Paper, page: number, { enabled = true } = {}) =>
  useQuery({
    enabled,
    queryKey: ['paper page', key, page],
    queryFn: ({ signal }) => draw(page, signal),
    retry: (failures, error) => failures < 3 && isBusy(error),
    retryDelay: pause,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: keptFor,
  })

interface PageProps {
  paper: Paper
  number: number
  pages: number | undefined
  /** Of the paper, where it is one of several. */
  title: string | undefined
  /** Whether or not it is in view. */
  atOnce: boolean
  enlarge: (number: number) => void
}

const Page = ({ paper, number, pages, title, atOnce, enlarge }: PageProps) => {
  const place = useRef<HTMLLIElement>(null)
  const isNear = useNear(place)
  const name = nameOf(number, pages)
  return (
    <li ref={place} aria-label={name}>
      {isNear || atOnce ? (
        <Drawn paper={paper} number={number} name={nameAmong(title, name)} onEnlarge={() => enlarge(number)} />
      ) : (
        <div className={styles.blank} />
      )}
      <span className={styles.number} aria-hidden="true">
        {pages === undefined ? '' : `${number} / ${pages}`}
      </span>
    </li>
  )
}

/** Unmounted when it leaves the view: what was asked for and is not looked at any more is given up. */
const Drawn = ({ paper, number, name, onEnlarge }: { paper: Paper; number: number; name: string; onEnlarge: () => void }) => {
  const { data, error, isPlaceholderData, isFetching, refetch } = useDrawn(paper, number)
  if (error !== null)
    return (
      <div className={styles.blank} role="alert">
        <span>{sentenceOf(error) ?? `${name}を表示できませんでした。`}</span>
        <Button size="small" disabled={isFetching} onClick={() => void refetch()}>
          もう一度表示する
        </Button>
      </div>
    )
  if (data === undefined)
    // One voice says that it is waited for, not one a page.
    return <div className={styles.blank}>{number === 1 ? <Spinner label="仕上がりを作成しています" /> : null}</div>
  return <PaperPage picture={data.picture} name={name} stale={isPlaceholderData} onEnlarge={onEnlarge} />
}

/** What the server says why, where it knows. */
const sentenceOf = (error: Error): string | null =>
  error instanceof ApiError && (error.status < 500 || error.saysWhyNot) ? error.fullMessages.join('\n') : null

/** Milliseconds that a page must stay: what only flies past is not drawn. */
const settled = 150

const useNear = (place: RefObject<HTMLElement | null>): boolean => {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      entries => {
        clearTimeout(timer)
        if (entries.at(-1)?.isIntersecting === true) timer = setTimeout(() => setIsNear(true), settled)
        else setIsNear(false)
      },
      { rootMargin: '400px 0px' },
    )
    observer.observe(element)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [place])
  return isNear
}
