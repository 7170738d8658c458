import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useActor } from '../../platform/session/actor.ts'
import { q } from '../../platform/api/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal, ModalFoot } from '../../ui/dialog/Modal.tsx'
import { everySignboardContractor } from '../signboard-contractors.ts'
import { describeField, labelOfField, type Names } from './describe-field.ts'
import type { Construction, ConstructionValues } from '../form/form-values.ts'
import { type Difference, differencesOf, type FieldName, mergeVersions, type Versions } from './merge-versions.ts'
import styles from './ConflictModal.module.css'

interface Props {
  versions: Versions
  /** What is saved now: names that are on no list any more come from it. */
  saved: Construction
  /** Back to the form, with nothing saved. */
  onClose: () => void
  onTakeTheirs: () => void
  onSave: (merged: ConstructionValues) => void
}

/** Somebody else saved first: both versions side by side, one choice a field, nothing typed is lost (G-CON-23). */
export const ConflictModal = ({ versions, saved, onClose, onTakeTheirs, onSave }: Props) => {
  const names = useNames(versions, saved)
  const differences = differencesOf(versions)
  const [keep, setKeep] = useState<ReadonlySet<FieldName>>(() => new Set())
  const contested = differences.filter(({ changedBy }) => changedBy === 'both')
  const own = differences.filter(({ changedBy }) => changedBy === 'me')
  const theirs = differences.filter(({ changedBy }) => changedBy === 'other')
  const choose = (name: FieldName, mine: boolean) => setKeep(new Set(mine ? [...keep, name] : [...keep].filter(other => other !== name)))
  return (
    <Modal opened onClose={onClose} title="他のユーザーが先に保存しました" width={760} testId="conflict-modal">
      <p>
        この画面を開いている間に、同じ工事が更新されました。
        {contested.length === 0
          ? '同じ項目は変更されていないため、両方の変更を合わせて保存できます。'
          : '同じ項目が変更されています。残す内容を選んでください。'}
      </p>
      {contested.length === 0 ? null : (
        <div className={styles.fields}>
          {contested.map(({ name }) => (
            <fieldset className={styles.field} key={name} data-field={name}>
              <legend>{labelOfField(name)}</legend>
              <Version name={name} checked={!keep.has(name)} onChoose={() => choose(name, false)} title="保存されている内容">
                {describeField(name, versions.theirs, names)}
              </Version>
              <Version name={name} checked={keep.has(name)} onChoose={() => choose(name, true)} title="あなたの入力">
                {describeField(name, versions.mine, names)}
              </Version>
            </fieldset>
          ))}
        </div>
      )}
      <Changes
        title="あなただけが変えた項目（そのまま保存します）"
        differences={own}
        values={versions.mine}
        base={versions.base}
        names={names}
      />
      <Changes
        title="相手だけが変えた項目（取り込みます）"
        differences={theirs}
        values={versions.theirs}
        base={versions.base}
        names={names}
      />
      <ModalFoot>
        <Button onClick={onClose}>入力に戻る</Button>
        <Button kind="danger" onClick={onTakeTheirs}>
          自分の入力を破棄する
        </Button>
        <Button kind="primary" onClick={() => onSave(mergeVersions(versions, keep))}>
          {contested.length === 0 ? '合わせて保存する' : '選んだ内容で保存する'}
        </Button>
      </ModalFoot>
    </Modal>
  )
}

interface VersionProps {
  name: FieldName
  title: string
  checked: boolean
  onChoose: () => void
  children: string
}

const Version = ({ name, title, checked, onChoose, children }: VersionProps) => (
  <label className={styles.version} data-chosen={checked}>
    <span>
      <input type="radio" name={`conflict-${name}`} checked={checked} onChange={onChoose} /> {title}
    </span>
    <strong>{children}</strong>
  </label>
)

interface ChangesProps {
  title: string
  differences: readonly Difference[]
  base: ConstructionValues
  values: ConstructionValues
  names: Names
}

const Changes = ({ title, differences, base, values, names }: ChangesProps) =>
  differences.length === 0 ? null : (
    <section className={styles.changes}>
      <h3>{title}</h3>
      <dl>
        {differences.map(({ name }) => (
          <div key={name}>
            <dt>{labelOfField(name)}</dt>
            <dd>
              <del>{describeField(name, base, names)}</del> → <ins>{describeField(name, values, names)}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )

type Listed = readonly { id: number; name: string }[] | undefined
const mapOf = (...lists: (Listed | readonly [number | null, string | null][])[]): Map<number, string> =>
  new Map(
    lists.flatMap(list =>
      (list ?? []).flatMap(entry => {
        const [id, name] = 'id' in entry ? [entry.id, entry.name] : entry
        return id === null || name === null ? [] : [[id, name] as const]
      }),
    ),
  )

/** The same lists that the form's selects have read; of craftsmen, who may not read them, the form shows the assignment only. */
const useNames = ({ mine, theirs }: Versions, saved: Construction): Names => {
  const enabled = useActor()?.kind !== 'craftsman'
  const all = { query: { exclude_pagination: true } } as const
  const quiet = { silent: true } as const
  const suppliers = useQuery({ ...q('GET /api/suppliers', all, quiet), enabled })
  const persons = useQuery({
    ...q('GET /api/suppliers/:id', { params: { id: mine.supplier_id ?? 0 } }, quiet),
    enabled: enabled && mine.supplier_id !== null,
  })
  const staffs = useQuery({ ...q('GET /api/staffs', all, quiet), enabled })
  const signboard = useQuery({ ...everySignboardContractor, enabled })
  const places = useQuery({ ...q('GET /api/photography_places', all, quiet), enabled })
  const contractorIds = [...new Set([mine, theirs].flatMap(each => each.assigned_contractors_attributes.map(row => row.contractor_id)))]
  const craftsmen = useQueries({
    queries: contractorIds.map(contractor_id =>
      q('GET /api/craftsmans', { query: { exclude_pagination: true, craftsman: { contractor_id } } }, quiet),
    ),
  })
  return {
    craftsmen: mapOf(...craftsmen.map(({ data }) => data?.craftsmans)),
    suppliers: mapOf([[saved.supplier_id, saved.supplier_name]], suppliers.data?.suppliers),
    persons: mapOf([[saved.supplier_staff_id, saved.supplier_staff_name]], persons.data?.supplier.supplier_staffs),
    staffs: mapOf(
      [
        [saved.sales_staff_id, saved.sales_representative],
        [saved.construction_staff_id, saved.construction_representative],
      ],
      staffs.data?.staffs,
    ),
    signboardContractors: mapOf([[saved.electronic_signboard_contractor_id, saved.electronic_signboard_contractor_name]], signboard.data),
    places: mapOf(places.data?.photography_places),
  }
}
