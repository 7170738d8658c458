import { Button } from '../Button.tsx'
import { Disclosure } from './Disclosure.tsx'
import { part } from '../part.ts'
import styles from './MoreMenu.module.css'

/** Acts below one another, in what a `Disclosure` unfolds. */
export const MenuEntries = part('div', styles.entries)

interface Props {
  /** Names the menu where a page has several: 「工事日のその他」. */
  label?: string
  entries: readonly { label: string; act: () => void }[]
}

/** What can be done besides the next step, behind one button; nothing where there is nothing. */
export const MoreMenu = ({ label = 'その他', entries }: Props) =>
  entries.length === 0 ? null : (
    <Disclosure label={label} title={label} icon="more" face="その他">
      {close => (
        <MenuEntries>
          {entries.map(entry => (
            <Button
              key={entry.label}
              kind="quiet"
              onClick={() => {
                // First closed: a dialog gives the focus back to what had it, and the entry is gone by then.
                close()
                entry.act()
              }}
            >
              {entry.label}
            </Button>
          ))}
        </MenuEntries>
      )}
    </Disclosure>
  )
