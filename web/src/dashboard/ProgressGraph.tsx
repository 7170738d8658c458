import { type ProgressSegment, progressSegmentLabels, progressSegments } from '@toguchi/domain/constructions/status'
import { useId, useState } from 'react'
import styles from './ProgressGraph.module.css'

interface Props {
  counts: Readonly<Record<ProgressSegment, number>>
  onChoose: (segment: ProgressSegment) => void
}

/** One stacked bar of four segments; the legend carries the numbers and opens what is behind them (spec §1, G-DASH-03 to 06). */
export const ProgressGraph = ({ counts, onChoose }: Props) => {
  const [hovered, setHovered] = useState<ProgressSegment | null>(null)
  const tip = useId()
  const total = progressSegments.reduce((sum, segment) => sum + counts[segment], 0)
  const share = (segment: ProgressSegment) => (total === 0 ? 0 : (counts[segment] / total) * 100)
  /** Where the middle of a segment stands on the bar, in percent. */
  const middle = (segment: ProgressSegment) =>
    progressSegments.slice(0, progressSegments.indexOf(segment)).reduce((sum, before) => sum + share(before), share(segment) / 2)
  const describe = (segment: ProgressSegment) => `${progressSegmentLabels[segment]} ${counts[segment]}件（${Math.round(share(segment))}%）`
  return (
    <div className={styles.graph} data-testid="progress-graph">
      <p className={styles.total}>{total === 0 ? 'データがありません' : `工事 ${total}件`}</p>
      {hovered === null ? null : (
        // Moved back by the same share of its own width, it never reaches past the bar.
        <div
          className={styles.tip}
          role="tooltip"
          id={tip}
          style={{ left: `${middle(hovered)}%`, transform: `translateX(-${middle(hovered)}%)` }}
        >
          {describe(hovered)}
        </div>
      )}
      <div className={styles.bar} data-testid="graph-bar" data-empty={total === 0}>
        {progressSegments.map(segment => (
          <button
            key={segment}
            type="button"
            data-testid={`graph-segment-${segment}`}
            data-segment={segment}
            style={{ width: `${share(segment)}%` }}
            aria-describedby={hovered === segment ? tip : undefined}
            aria-label={describe(segment)}
            tabIndex={counts[segment] === 0 ? -1 : 0}
            onMouseEnter={() => setHovered(segment)}
            onMouseLeave={() => setHovered(null)}
            onFocus={() => setHovered(segment)}
            onBlur={() => setHovered(null)}
            onClick={() => onChoose(segment)}
          />
        ))}
      </div>
      <ul className={styles.legend}>
        {progressSegments.map(segment => (
          <li key={segment}>
            <button type="button" data-testid={`graph-legend-${segment}`} onClick={() => onChoose(segment)}>
              <span className={styles.swatch} data-segment={segment} aria-hidden="true" />
              {progressSegmentLabels[segment]}
              <strong>{counts[segment]}</strong>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
