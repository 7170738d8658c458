import { spareStock, type SpareStockFacts } from '@toguchi/domain/schedule/spare-stock'
import { Button } from '../../../ui/Button.tsx'
import { SpareBar } from './SpareBar.tsx'
import styles from './SpareStockMeter.module.css'

/** The stock of spare frames against what absences will need, in a line: 「予備枠 残 14／想定必要数 11」. `onFill`: null for who may not. */
export const SpareStockMeter = ({ onFill, ...facts }: SpareStockFacts & { onFill: (() => void) | null }) => {
  const { stock, needed, absence_rate, observed, level, has_weekend } = spareStock(facts)
  const percent = Math.round(absence_rate * 100)
  const basis = observed
    ? `これまでの訪問${facts.visits}件のうち再調整${facts.reschedules}件（${percent}％）`
    : `不在率${percent}％（目安）`
  const warning = level === 'green' ? (has_weekend || stock === 0 ? null : '土日の予備枠なし') : `${needed - stock}枠不足`
  return (
    <span
      className={styles.meter}
      data-testid="spare-stock"
      data-level={level}
      title={`予備枠は不在の住戸のための在庫です。想定必要数は、残り${facts.rooms}戸と${basis}から見込んだ数です。`}
    >
      <SpareBar stock={stock} needed={needed} level={level} />
      <span>
        予備枠 残 <b>{stock}</b>／想定必要数 {needed}
      </span>
      {warning === null ? null : <strong>{warning}</strong>}
      {warning === null || onFill === null ? null : (
        <Button size="small" kind="quiet" onClick={onFill}>
          不足分を自動で入れる
        </Button>
      )}
    </span>
  )
}
