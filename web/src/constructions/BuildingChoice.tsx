import { canManageBuildings } from '@toguchi/domain/buildings/policy'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '../platform/api/api.ts'
import { useActor } from '../platform/session/actor.ts'
import { paths } from '../site/paths.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Modal, ModalFoot } from '../ui/dialog/Modal.tsx'
import { FieldBox, Label, Help } from '../ui/form/FieldParts.ts'
import { Input } from '../ui/form/Control.ts'
import styles from './BuildingChoice.module.css'

interface Props {
  opened: boolean
  onClose: () => void
  onChoose: (buildingId: number) => void
}

/** Where one begins who has none yet; not everybody may. */
const NoBuilding = () => (
  <>
    <Help>該当する物件がありません。先に物件を登録してください。</Help>
    {canManageBuildings(useActor()) ? (
      <ButtonLink icon="plus" to={paths.buildings()}>
        物件を登録
      </ButtonLink>
    ) : null}
  </>
)

/** A construction is always of a building: asks which one before the first step (G-CON-04). */
export const BuildingChoice = ({ opened, onClose, onChoose }: Props) => {
  const [typed, setTyped] = useState('')
  const { data } = useQuery({
    ...q('GET /api/buildings', { query: { exclude_pagination: true, sort_by: 'name' } }, { silent: true }),
    enabled: opened,
  })
  const keyword = typed.trim().normalize('NFKC').toLowerCase()
  const matches = (data?.buildings ?? []).filter(({ name, name_kana, address, cd }) =>
    [name, name_kana ?? '', address, cd].some(text => text.normalize('NFKC').toLowerCase().includes(keyword)),
  )
  return (
    <Modal opened={opened} onClose={onClose} title="どの物件の工事ですか" testId="building-modal">
      <FieldBox as="label">
        <Label as="span">物件を検索</Label>
        <Input type="search" value={typed} placeholder="物件名・カナ・住所・物件コード" onChange={event => setTyped(event.target.value)} />
      </FieldBox>
      <ul className={styles.choice}>
        {matches.slice(0, 100).map(({ id, name, address }) => (
          <li key={id}>
            <button type="button" onClick={() => onChoose(id)}>
              <strong>{name}</strong>
              <span>{address}</span>
            </button>
          </li>
        ))}
      </ul>
      {data !== undefined && matches.length === 0 ? <NoBuilding /> : null}
      <ModalFoot>
        <Button onClick={onClose}>キャンセル</Button>
      </ModalFoot>
    </Modal>
  )
}
