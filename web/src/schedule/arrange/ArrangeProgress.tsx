import { Button } from '../../ui/Button.tsx'
import { ModalFoot } from '../../ui/dialog/Modal.tsx'
import { Help } from '../../ui/form/FieldParts.ts'
import styles from './ArrangeProgress.module.css'

/** Computing: how many rooms have their place, while it can be told. */
export const ArrangeProgress = ({ done, total, onStop }: { done: number; total: number; onStop: () => void }) => (
  <>
    <div className={styles.progress}>
      <p>最も良い配置を計算しています…</p>
      {done === 0 ? <progress aria-label="計算の進み具合" /> : <progress aria-label="計算の進み具合" value={done} max={total} />}
      <Help>{done === 0 ? '画面はそのままお待ちください。' : `${total}戸のうち${done}戸`}</Help>
    </div>
    <ModalFoot>
      <Button onClick={onStop}>中止</Button>
    </ModalFoot>
  </>
)
