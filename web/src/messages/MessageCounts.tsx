import { messageStateLabels, messageStates } from '@toguchi/domain/messages/labels'
import { useListState } from '../ui/table/list-state.ts'
import type { Counts } from './message-reads.ts'
import styles from './MessageCounts.module.css'

/** How many stand where; pressing one shows these alone, pressing it again shows all. */
export const MessageCounts = ({ counts }: { counts: Counts }) => {
  const [state, change] = useListState()
  const on = state.filters.state
  return (
    <div className={styles.counts} role="group" aria-label="状態ごとの件数">
      {messageStates
        .filter(name => counts[name] > 0 || ['waiting', 'sent', 'failed'].includes(name))
        .map(name => (
          <button
            key={name}
            type="button"
            data-state={name}
            data-any={counts[name] > 0}
            aria-pressed={on === name}
            onClick={() => change({ filters: { ...state.filters, state: on === name ? '' : name } })}
          >
            {messageStateLabels[name]}
            <strong>
              {counts[name]}
              <small>件</small>
            </strong>
          </button>
        ))}
    </div>
  )
}
