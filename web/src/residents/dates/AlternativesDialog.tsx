import { Button } from '../../ui/plain/Button.tsx'
import { Dialog } from '../../ui/plain/Dialog.tsx'
import { type Frame, placeText } from './frame.ts'
import { PlaceText } from './PlaceText.tsx'
import styles from './AlternativesDialog.module.css'

interface Props {
  sentence: string
  alternatives: readonly Frame[]
  onChoose: (frame: Frame) => void
  onCancel: () => void
}

/** Somebody was faster: what is nearest to it and still free (D-06). */
export const AlternativesDialog = ({ sentence, alternatives, onChoose, onCancel }: Props) => (
  <Dialog
    title={sentence}
    onClose={onCancel}
    actions={
      <Button kind="secondary" onClick={onCancel}>
        ほかの日を見る
      </Button>
    }
  >
    {alternatives.length === 0 ? (
      <p>ほかに空いている日時がありません。お電話でお問い合わせください。今の日程はそのままです。</p>
    ) : (
      <>
        <p>今の日程はそのままです。近い日時では、次が空いています。</p>
        <div className={styles.alternatives} data-testid="alternatives">
          {alternatives.map(frame => (
            <Button key={`${frame.date}/${frame.construction_time_frame_id}`} kind="secondary" wide onClick={() => onChoose(frame)}>
              <PlaceText place={placeText(frame)} />
            </Button>
          ))}
        </div>
      </>
    )}
  </Dialog>
)
