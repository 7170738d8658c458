import { mostPhotosOfLedger } from '@toguchi/domain/photo-ledgers/ledger-choices'
import type { RefObject } from 'react'
import { Button } from '../ui/Button.tsx'
import type { Ledger } from './ledger.ts'
import styles from './LedgerForm.module.css'
import { whyNot } from './why-not.ts'

interface Props {
  ledger: Ledger
  /** Shows the pages as they will be; null while they show. */
  onPreview: (() => void) | null
  /** What tells the size, for who gives it the focus. */
  size?: RefObject<HTMLParagraphElement | null>
}

/** How large a ledger becomes, and a look at it. */
export const LedgerSize = ({ ledger: { photos, numbers, pages }, onPreview, size }: Props) => (
  <>
    <p ref={size} tabIndex={-1} className={styles.count} aria-live="polite">
      <strong>
        {photos.toLocaleString('ja-JP')}枚中{numbers.size.toLocaleString('ja-JP')}枚
      </strong>
      <span>{pages.toLocaleString('ja-JP')}ページ</span>
    </p>
    <p className={styles.preview}>
      <Button reason={onPreview === null ? '表示しています' : whyNot(numbers.size, mostPhotosOfLedger)} onClick={() => onPreview?.()}>
        仕上がりを見る
      </Button>
    </p>
  </>
)
