import { Combobox } from '@base-ui/react/combobox'
import type { KeyboardEvent } from 'react'
import { Glyph } from '../../icons/Glyph.tsx'
import type { Option } from '../fields/Choice.tsx'
import styles from './Combobox.module.css'

/** More are not drawn: who sees a hundred types on. */
export const mostOptions = 100

/** Options are made anew with every render. */
export const isOption = (option: Option, chosen: Option): boolean => option.value === chosen.value

/** Enter chooses, and never sends the form around the field. */
export const keepForm = (event: KeyboardEvent): void => {
  if (event.key === 'Enter') event.preventDefault()
}

/** What hangs under the field: those that fit what was typed, the chosen ones ticked. */
export const ComboboxList = () => (
  <Combobox.Portal>
    <Combobox.Positioner className={styles.positioner} sideOffset={8}>
      <Combobox.Popup className={styles.popup}>
        <Combobox.Empty>
          <p className={styles.empty}>該当なし</p>
        </Combobox.Empty>
        <Combobox.List className={styles.list}>
          {(option: Option) => (
            <Combobox.Item key={option.value} value={option} disabled={option.disabled ?? false} className={styles.item}>
              <span>{option.label}</span>
              <Combobox.ItemIndicator>
                <Glyph name="check" size={14} />
              </Combobox.ItemIndicator>
            </Combobox.Item>
          )}
        </Combobox.List>
      </Combobox.Popup>
    </Combobox.Positioner>
  </Combobox.Portal>
)

/** At the right of the field: takes the choice back where that is possible, and says that a list opens. */
export const ComboboxEnd = ({ clearable }: { clearable: boolean }) => (
  <span className={styles.end}>
    {clearable ? (
      <Combobox.Clear className={styles.clear} aria-label="選択を取り消す">
        <Glyph name="close" size={14} />
      </Combobox.Clear>
    ) : null}
    <Glyph name="chevron_down" size={15} />
  </span>
)
