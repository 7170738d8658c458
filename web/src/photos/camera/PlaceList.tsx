import { cameraOrder, slotKey } from '@toguchi/domain/photos/camera-order'
import { photoTimingLabels, photoTimings } from '@toguchi/domain/photos/labels'
import { Modal } from '../../ui/dialog/Modal.tsx'
import type { Slot } from '../slots/SlotView.tsx'
import styles from './PlaceList.module.css'

interface Props {
  slots: readonly Slot[]
  taken: ReadonlySet<string>
  /** Where the camera stands. */
  current: Slot | null
  onChoose: (slot: Slot) => void
  onClose: () => void
}

/** Every place at every stage, with what is still missing: where to go on. */
export const PlaceList = ({ slots, taken, current, onChoose, onClose }: Props) => (
  <Modal opened sheet onClose={onClose} title={<span className={styles.title}>撮影箇所を選ぶ</span>} testId="places">
    {photoTimings
      .map(timing => ({ timing, places: cameraOrder(slots).filter(slot => slot.timing === timing) }))
      .filter(({ places }) => places.length > 0)
      .map(({ timing, places }) => (
        <section key={timing} className={styles.stage}>
          <h3>{photoTimingLabels[timing]}</h3>
          <ul>
            {places.map(slot => (
              <li key={slotKey(slot)}>
                <button
                  type="button"
                  className={styles.place}
                  aria-current={current !== null && slotKey(current) === slotKey(slot)}
                  onClick={() => onChoose(slot)}
                >
                  <b>{slot.place_name}</b>
                  <span data-taken={taken.has(slotKey(slot))}>{taken.has(slotKey(slot)) ? '● 撮影済' : '○ 未撮影'}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
  </Modal>
)
