import { Icon } from '../icons/Icon.tsx'
import { type ListState, pageSizes } from './list-state.ts'
import { Select } from '../form/Control.ts'
import styles from './Paging.module.css'

interface Props {
  total: number
  state: ListState
  change: (change: Partial<ListState>) => void
}

/** 「{from}〜{to}件 / {total}件」, pages, page size (G-LAY-16, G-CST-04). */
export const Paging = ({ total, state: { currentPage, perPage }, change }: Props) => {
  const last = Math.max(1, Math.ceil(total / perPage))
  const from = total === 0 ? 0 : Math.min((currentPage - 1) * perPage + 1, total)
  const to = Math.min(currentPage * perPage, total)
  return (
    <div className={styles.paging}>
      <span>{`${from}〜${to}件 / ${total}件`}</span>
      {last === 1 ? null : (
        <nav className={styles.pagingPages} aria-label="ページ">
          <button
            type="button"
            aria-label="前のページ"
            disabled={currentPage <= 1}
            onClick={() => change({ currentPage: currentPage - 1 })}
          >
            <Icon name="chevron_left" size={16} />
          </button>
          {pagesAround(currentPage, last).map((page, at) =>
            page === null ? (
              // Gaps have no identity but their place.
              <span key={`gap-${at}`} aria-hidden="true">
                …
              </span>
            ) : (
              <button
                key={page}
                type="button"
                aria-label={`${page}ページ`}
                {...(page === currentPage ? { 'aria-current': 'page' as const } : {})}
                onClick={() => change({ currentPage: page })}
              >
                {page}
              </button>
            ),
          )}
          <button
            type="button"
            aria-label="次のページ"
            disabled={currentPage >= last}
            onClick={() => change({ currentPage: currentPage + 1 })}
          >
            <Icon name="chevron_right" size={16} />
          </button>
        </nav>
      )}
      <label>
        表示件数
        <Select style={{ width: 76 }} value={perPage} onChange={event => change({ perPage: Number(event.target.value) })}>
          {pageSizes.map(size => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </Select>
      </label>
    </div>
  )
}

/** First, last and the neighbours of a page; null stands for what lies between. */
export const pagesAround = (page: number, last: number): (number | null)[] => {
  const pages = [1, page - 1, page, page + 1, last]
    .filter((at, i, all) => at >= 1 && at <= last && all.indexOf(at) === i)
    .toSorted((a, b) => a - b)
  return pages.flatMap((at, i) => {
    const before = pages[i - 1] ?? at - 1
    return at - before === 1 ? [at] : at - before === 2 ? [at - 1, at] : [null, at]
  })
}
