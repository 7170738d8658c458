import { spareStock } from '@toguchi/domain/schedule/spare-stock'
import type { Draft } from '../../draft/draft.ts'
import { Disclosure } from '../../../ui/dialog/Disclosure.tsx'
import { spareStockFactsOf } from '../arrange-input.ts'
import { SpareBar } from './SpareBar.tsx'
import { SpareStockMeter } from './SpareStockMeter.tsx'
import styles from './SpareStock.module.css'

/** The stock of spare frames in a word, and under it what it is measured by and what can be done. `onFill`: null for who may not. */
export const SpareStock = ({ draft, onFill }: { draft: Draft; onFill: (() => void) | null }) => {
  const facts = spareStockFactsOf(draft)
  const { stock, needed, level } = spareStock(facts)
  return (
    <Disclosure
      label="予備枠"
      face={
        <span className={styles.face} data-level={level}>
          <SpareBar stock={stock} needed={needed} level={level} />
          予備枠 残{stock}・必要{needed}
        </span>
      }
    >
      {close => (
        <SpareStockMeter
          {...facts}
          onFill={
            onFill === null
              ? null
              : () => {
                  close()
                  onFill()
                }
          }
        />
      )}
    </Disclosure>
  )
}
