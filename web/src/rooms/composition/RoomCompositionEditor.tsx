import { compositionLabels } from '@toguchi/domain/rooms/labels'
import { duplicateNamesText } from '@toguchi/domain/rooms/room-names'
import {
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from 'react'
import { ApiError } from '../../platform/api/api.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx'
import { FormFoot } from '../../ui/form/FormFoot.tsx'
import { type RowFocus, useRowFocus } from '../../ui/form/row-focus.ts'
import { LeaveGuard } from '../../ui/dialog/LeaveGuard.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { CompositionConflictModal } from './CompositionConflictModal.tsx'
import { GenerateNamesModal } from './GenerateNamesModal.tsx'
import {
  attributesOf,
  cellKey,
  countRooms,
  fill,
  generate,
  hasRooms,
  mergeGrids,
  type GridBlock,
  moveKey,
  namesOn,
  rename,
  repeatedCells,
  roomsGone,
  type RoomGrid,
  type SavedGrid,
  sizeFor,
  withBlock,
  withNewBlock,
  withoutBlock,
} from './room-grid.ts'
import { Alert } from '../../ui/Alert.ts'
import { Input } from '../../ui/form/Control.ts'
import { CheckLabel, Help } from '../../ui/form/FieldParts.ts'
import styles from './RoomCompositionEditor.module.css'

/** What is sent: blocks and cells, and the version that they were changed from. */
export interface CompositionBody {
  blocks_attributes: GridBlock[]
  rooms_attributes: ReturnType<typeof attributesOf>
  composition_version: number
}

interface Props {
  read: SavedGrid
  readOnly: boolean
  /** Answers with what is saved now; rejects with the API's error. */
  save: (composition: CompositionBody) => Promise<SavedGrid>
  /** What is saved now, when somebody else was first. */
  fresh: () => Promise<SavedGrid>
  /** Beside the counts: the number of dwellings of a construction. */
  extra?: ReactNode
}

interface Conflict {
  theirs: SavedGrid
  merged: ReturnType<typeof mergeGrids>
}

/** The grid that is being written, the version it began with, and what saving it came to. */
const useComposition = ({ read, save, fresh }: Pick<Props, 'read' | 'save' | 'fresh'>) => {
  // The page makes its grid anew whenever it renders; what this editor began with stays until it is saved.
  const [base, setBase] = useState(read)
  const [grid, setGrid] = useState(read.grid)
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  /** Why nothing was sent or entered. */
  const [refused, setRefused] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [dialog, ask] = useConfirm()
  const focus = useRowFocus(grid.blocks.length)
  // A letter must be seen at once; what repeats may follow a moment later.
  const settled = useDeferredValue(grid)
  const repeated = useMemo(() => repeatedCells(settled), [settled])
  const begin = (next: SavedGrid) => {
    setBase(next)
    setGrid(next.grid)
  }
  const mayDelete = (names: readonly string[]) =>
    ask({
      title: `${names.length}戸の部屋を削除します。よろしいですか？`,
      text: `${namedRooms(names)}を工事から削除します。空欄にした部屋と、階数・列数・棟から外れた部屋です。`,
      confirm: '削除して保存する',
      danger: true,
    })
  const store = async (next: RoomGrid, version: number) => {
    if (repeatedCells(next).size > 0) return
    const rooms_attributes = attributesOf(next)
    const gone = roomsGone(base.grid, next)
    const held = gone.filter(({ id }) => base.inUse?.includes(id))
    setRefused(held.length === 0 ? null : `${namedRooms(held.map(({ name }) => name))}はデータが登録されているため削除できません。`)
    if (held.length > 0) return
    if (gone.length > 0 && !(await mayDelete(gone.map(({ name }) => name)))) return
    setSaving(true)
    setError(null)
    try {
      begin(await save({ blocks_attributes: next.blocks.map(settingsOf), rooms_attributes, composition_version: version }))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (failure.code === 'stale') {
        const theirs = await fresh()
        setConflict({ theirs, merged: mergeGrids(base.grid, next, theirs.grid) })
      } else setError(failure)
    } finally {
      setSaving(false)
    }
  }
  const removeBlock = async (position: number) => {
    const sure =
      !hasRooms(grid, position) ||
      (await ask({
        title: `${grid.blocks[position - 1]?.name || `${position}棟`}を削除します。よろしいですか？`,
        text: 'この棟の部屋は、保存するとすべて削除されます。',
        confirm: '削除する',
        danger: true,
      }))
    if (!sure) return
    focus.removed(position - 1)
    setGrid(before => withoutBlock(before, position))
  }
  /** A table that is larger than the grid: all of it is entered, or nothing. */
  const askToGrow = async (key: string, table: string[][], size: { floor_number: number; room_number_per_floor: number; from: string }) => {
    const position = Number(key.split(':')[0])
    const { from, ...settings } = size
    const block = grid.blocks[position - 1]
    const sure = await ask({
      title: `${size.floor_number}階・${size.room_number_per_floor}列に広げて貼り付けますか？`,
      text: `貼り付ける表（${table.length}行×${Math.max(...table.map(line => line.length))}列）は、いまの${block?.floor_number ?? 0}階・${block?.room_number_per_floor ?? 0}列に収まりません。表の1行が1つの階になり、いちばん下の行が最下階になります。`,
      confirm: '広げて貼り付ける',
    })
    if (sure) setGrid(before => fill(withBlock(before, position, settings), from, table))
  }
  const addBlock = () => {
    focus.added()
    setGrid(withNewBlock)
  }
  return {
    grid,
    setGrid,
    repeated,
    dirty: grid !== base.grid,
    saving,
    error,
    refused,
    conflict,
    dialog,
    removeBlock,
    addBlock,
    focus,
    paste: (key: string, table: string[][]) => {
      const size = sizeFor(grid, key, table)
      setRefused(size === 'too large' ? '貼り付ける表が大きすぎるため、入力していません。100階・100列までの表を貼り付けてください。' : null)
      if (size === null) setGrid(before => fill(before, key, table))
      else if (size !== 'too large') void askToGrow(key, table, size)
    },
    rename: useCallback((key: string, name: string) => setGrid(before => rename(before, key, name)), []),
    reset: () => {
      setRefused(null)
      setGrid(base.grid)
    },
    store: () => void store(grid, base.version),
    dismissConflict: () => setConflict(null),
    acceptTheirs: ({ theirs }: Conflict) => {
      setConflict(null)
      begin(theirs)
    },
    storeMerged: ({ theirs, merged }: Conflict) => {
      setConflict(null)
      if (merged === null) return
      setBase(theirs)
      setGrid(merged.grid)
      void store(merged.grid, theirs.version)
    },
  }
}

/** Floors × rooms per floor, the top floor on top; every name can be written over, an empty cell is no room (G-ROOM-11 to 15). */
export const RoomCompositionEditor = ({ read, readOnly, save, fresh, extra }: Props) => {
  const composition = useComposition({ read, save, fresh })
  const { grid, setGrid, repeated, conflict, error, refused } = composition
  /** The block whose names are about to be generated over names that it has. */
  const [overwritten, setOverwritten] = useState<number | null>(null)
  const generateNames = (position: number) => {
    if (hasRooms(grid, position)) setOverwritten(position)
    else setGrid(generate(grid, position, 'all cells'))
  }
  return (
    <>
      {composition.dialog}
      {overwritten === null ? null : (
        <GenerateNamesModal
          onClose={() => setOverwritten(null)}
          onGenerate={over => {
            setGrid(generate(grid, overwritten, over))
            setOverwritten(null)
          }}
        />
      )}
      {conflict === null ? null : (
        <CompositionConflictModal
          changes={conflict.merged?.changes ?? null}
          onClose={composition.dismissConflict}
          onTakeTheirs={() => composition.acceptTheirs(conflict)}
          onSave={() => composition.storeMerged(conflict)}
        />
      )}
      <LeaveGuard watching={composition.dirty && !composition.saving} />
      {repeated.size > 0 ? <Alert role="alert">{duplicateNamesText}</Alert> : null}
      {refused === null ? null : <Alert role="alert">{refused}</Alert>}
      {error === null ? null : (
        <Alert role="alert">
          {error.fullMessages.map(text => (
            <p key={text}>{text}</p>
          ))}
        </Alert>
      )}
      {grid.blocks.map((block, index) => (
        <Block
          // oxlint-disable-next-line react/no-array-index-key -- a block is its position
          key={index}
          position={index + 1}
          block={block}
          grid={grid}
          repeated={repeated}
          readOnly={readOnly}
          focusRow={composition.focus.row}
          onSettings={settings => setGrid(before => withBlock(before, index + 1, settings))}
          onGenerate={() => generateNames(index + 1)}
          {...(grid.blocks.length > 1 ? { onRemove: () => void composition.removeBlock(index + 1) } : {})}
          onRename={composition.rename}
          onFill={composition.paste}
        />
      ))}
      {readOnly ? null : <Foot composition={composition} extra={extra} />}
    </>
  )
}

const Foot = ({ composition, extra }: { composition: ReturnType<typeof useComposition>; extra: ReactNode }) => {
  const { grid, repeated, dirty, saving, addBlock, focus } = composition
  return (
    <FormFoot>
      <span className={styles.count}>
        部屋数 <strong>{countRooms(grid)}</strong> 戸
      </span>
      {extra}
      <div {...focus.adder}>
        <Button onClick={addBlock}>棟を追加</Button>
      </div>
      <Button disabled={!dirty || saving} onClick={composition.reset}>
        元に戻す
      </Button>
      <Button
        kind="primary"
        disabled={saving}
        reason={repeated.size > 0 ? duplicateNamesText : null}
        saidBeside
        onClick={composition.store}
      >
        保存する
      </Button>
    </FormFoot>
  )
}

const mostNamed = 20
/** 「101、102」, and how many more there are of many. */
const namedRooms = (names: readonly string[]): string =>
  `${names.slice(0, mostNamed).join('、')}${names.length > mostNamed ? ` ほか${names.length - mostNamed}戸` : ''}`

const settingsOf = (block: GridBlock): GridBlock => ({
  name: block.name,
  initials: block.initials,
  digits: block.digits,
  floor_number: block.floor_number,
  room_number_per_floor: block.room_number_per_floor,
  floor_start: block.floor_start,
  except_for_lower_digit_four: block.except_for_lower_digit_four,
  except_for_lower_digit_nine: block.except_for_lower_digit_nine,
})

interface BlockProps {
  position: number
  block: GridBlock
  grid: RoomGrid
  repeated: ReadonlySet<string>
  readOnly: boolean
  focusRow: RowFocus['row']
  onSettings: (change: Partial<GridBlock>) => void
  onGenerate: () => void
  /** Absent for the only block. */
  onRemove?: () => void
  onRename: (key: string, name: string) => void
  /** A table from a spreadsheet, laid from this cell to the right and downwards. */
  onFill: (key: string, table: string[][]) => void
}

const numbers = [
  { name: 'floor_number', max: 100 },
  { name: 'room_number_per_floor', max: 100 },
  { name: 'floor_start', max: 100 },
  { name: 'digits', max: 4 },
] as const

const Block = ({ position, block, grid, repeated, readOnly, focusRow, onSettings, onGenerate, onRemove, onRename, onFill }: BlockProps) => {
  const [activeRow, setActiveRow] = useState<number | null>(null)
  const floors = Array.from({ length: block.floor_number }, (_, at) => block.floor_number - at)
  return (
    <Section title={grid.blocks.length === 1 ? '部屋構成' : block.name || `${position}棟`}>
      {readOnly ? null : (
        <div className={styles.settings} data-testid="composition-settings" {...focusRow}>
          {grid.blocks.length === 1 ? null : (
            <label>
              {compositionLabels.name}
              <Input value={block.name} maxLength={20} onChange={event => onSettings({ name: event.target.value })} />
            </label>
          )}
          {numbers.map(({ name, max }) => (
            <label key={name}>
              {compositionLabels[name]}
              <NumberBox name={name} max={max} value={block[name]} onChange={value => onSettings({ [name]: value })} />
            </label>
          ))}
          <label>
            {compositionLabels.initials}
            <Input
              name="room_composition[initials]"
              value={block.initials}
              maxLength={10}
              placeholder="なし"
              onChange={event => onSettings({ initials: event.target.value })}
            />
          </label>
          <CheckLabel>
            <input
              type="checkbox"
              name="room_composition[except_for_lower_digit_four]"
              checked={block.except_for_lower_digit_four}
              onChange={event => onSettings({ except_for_lower_digit_four: event.target.checked })}
            />
            {compositionLabels.except_for_lower_digit_four}
          </CheckLabel>
          <CheckLabel>
            <input
              type="checkbox"
              name="room_composition[except_for_lower_digit_nine]"
              checked={block.except_for_lower_digit_nine}
              onChange={event => onSettings({ except_for_lower_digit_nine: event.target.checked })}
            />
            {compositionLabels.except_for_lower_digit_nine}
          </CheckLabel>
          <Button onClick={onGenerate}>部屋名を生成</Button>
          {onRemove === undefined ? null : <IconButton icon="trash" label={`${block.name || `${position}棟`}を削除`} onClick={onRemove} />}
        </div>
      )}
      {readOnly ? null : <Help>↑ ↓ Enter で上下の階へ移動できます。Excelの表をコピーして貼り付けると、まとめて入力できます。</Help>}
      <div
        className={styles.grid}
        role="group"
        aria-label={`${block.name || '部屋'}の一覧`}
        tabIndex={-1}
        style={{ '--room-columns': block.room_number_per_floor } as CSSProperties}
        onKeyDown={walk}
        onPaste={event => {
          const table = tableOf(event)
          const key = keyOf(event.target)
          if (readOnly || table === null || key === undefined) return
          event.preventDefault()
          onFill(key, table)
        }}
      >
        {floors.map(row => (
          <Floor
            key={row}
            position={position}
            row={row}
            label={`${block.floor_start + row - 1}F`}
            columns={block.room_number_per_floor}
            names={namesOn(grid, position, row)}
            repeated={repeatedOn(repeated, position, row, block.room_number_per_floor)}
            active={activeRow === row}
            readOnly={readOnly}
            onEnter={setActiveRow}
            onRename={onRename}
          />
        ))}
      </div>
    </Section>
  )
}

interface NumberBoxProps {
  name: string
  max: number
  value: number
  onChange: (value: number) => void
}

/** A number that counts as soon as it is one; what is not yet one stays typed until the box is left. */
const NumberBox = ({ name, max, value, onChange }: NumberBoxProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Input
      type="number"
      name={`room_composition[${name}]`}
      min={1}
      max={max}
      value={typed ?? value}
      onBlur={() => setTyped(null)}
      onChange={event => {
        setTyped(event.target.value)
        const number = event.target.valueAsNumber
        if (Number.isInteger(number) && number >= 1 && number <= max) onChange(number)
      }}
    />
  )
}

const keyOf = (target: EventTarget): string | undefined => (target instanceof HTMLElement ? target.dataset.cell : undefined)

/** Several cells of a spreadsheet; a single name is pasted as the browser does it. */
const tableOf = (event: ClipboardEvent): string[][] | null => {
  const text = event.clipboardData.getData('text/plain').replace(/\r?\n$/, '')
  return /[\t\n]/.test(text) ? text.split(/\r?\n/).map(line => line.split('\t').map(name => name.trim())) : null
}

/** Up and down a stack; Enter goes down as in a spreadsheet. */
const walk = (event: KeyboardEvent<HTMLElement>) => {
  const key = keyOf(event.target)
  if (key === undefined || event.nativeEvent.isComposing) return
  const floors = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' || event.key === 'Enter' ? -1 : 0
  if (floors === 0) return
  event.preventDefault()
  event.currentTarget.querySelector<HTMLElement>(`[data-cell="${moveKey(key, floors, 0)}"]`)?.focus()
}

/** The columns of a floor whose names repeat, as text: equal when they are the same. */
const repeatedOn = (repeated: ReadonlySet<string>, position: number, row: number, columns: number): string =>
  repeated.size === 0
    ? ''
    : Array.from({ length: columns }, (_, at) => at + 1)
        .filter(col => repeated.has(cellKey(position, row, col)))
        .join(' ')

interface FloorProps {
  position: number
  row: number
  label: string
  columns: number
  names: readonly string[]
  /** Columns with a repeated name, parted by blanks. */
  repeated: string
  /** Whether one writes on this floor. */
  active: boolean
  readOnly: boolean
  onEnter: (row: number) => void
  onRename: (key: string, name: string) => void
}

/**
 * One floor at a time is made of inputs, the others of buttons that become inputs when the focus comes: thousands of inputs
 * would make every letter wait for the browser's layers.
 */
const Floor = memo(({ position, row, label, columns, names, repeated, active, readOnly, onEnter, onRename }: FloorProps) => {
  const wrong = new Set(repeated.split(' ').map(Number))
  const entered = useRef<number | null>(null)
  return (
    <div className={styles.floor} data-testid="room-floor">
      <span className={styles.floorName}>{label}</span>
      {Array.from({ length: columns }, (_, at) => {
        const col = at + 1
        const key = cellKey(position, row, col)
        const name = names[at] ?? ''
        const shared = {
          className: styles.cell,
          'data-cell': key,
          'data-empty': name.trim() === '',
          'data-wrong': wrong.has(col),
        }
        return active && !readOnly ? (
          <input
            key={key}
            {...shared}
            value={name}
            maxLength={20}
            aria-label={`${label} ${col}列目`}
            aria-invalid={wrong.has(col)}
            ref={input => {
              if (input === null || entered.current !== col) return
              entered.current = null
              input.focus()
              input.select()
            }}
            onChange={event => onRename(key, event.target.value)}
          />
        ) : (
          <button
            key={key}
            {...shared}
            type="button"
            aria-label={`${label} ${col}列目 ${name === '' ? '部屋なし' : name}${wrong.has(col) ? ' 重複' : ''}`}
            disabled={readOnly}
            onFocus={() => {
              entered.current = col
              onEnter(row)
            }}
          >
            {name}
          </button>
        )
      })}
    </div>
  )
})
Floor.displayName = 'Floor'
