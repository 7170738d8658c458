import { formatTelephone } from '@toguchi/domain/text/telephone'
import { formatDayShort } from '@toguchi/domain/calendar/day'
import { canKeepBuildingDocuments } from '@toguchi/domain/documents/policy'
import { buildingLabels } from '@toguchi/domain/buildings/labels'
import { canDeleteBuildings, canManageBuildings } from '@toguchi/domain/buildings/policy'
import { isOffice } from '@toguchi/domain/access/actor'
import { formatZipcode } from '@toguchi/domain/text/zipcode'
import { Link } from 'react-router'
import { paths } from '../site/paths.ts'
import { ConstructionStatusBadge } from '../constructions/constructions.tsx'
import { type Master, masterPages } from '../masters/masters.tsx'
import { useActor } from '../platform/session/actor.ts'
import type { AnswerOf } from '../platform/api/api.ts'
import { SpreadsheetButtons } from '../spreadsheets/spreadsheets.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { FormGrid } from '../ui/form/FormFoot.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { ZipcodeAndAddress } from '../zipcodes/zipcodes.tsx'
import { Actions } from '../ui/layout/Layout.ts'
import { Help } from '../ui/form/FieldParts.ts'
import { firstStepOf } from './first-step.ts'

import styles from './building-pages.module.css'

type Building = AnswerOf<'GET /api/buildings/:id'>['building']

interface Values {
  cd: string
  name: string
  name_kana: string
  zipcode: string
  address: string
  management_company: string
  manager: string
  phone: string
}

const buildings: Master<Building, Values> = {
  noun: '物件',
  api: () => '/api/buildings',
  plural: 'buildings',
  singular: 'building',
  listTo: paths.buildings,
  detailTo: ({ id }) => paths.building(id),
  name: ({ name }) => name,
  columns: [
    { key: 'cd', head: buildingLabels.cd, sort: 'cd', nowrap: true, cell: ({ cd }) => cd },
    { key: 'name', head: buildingLabels.name, sort: 'name', cell: ({ name }) => name },
    { key: 'address', head: buildingLabels.address, sort: 'address', cell: ({ address }) => address },
    { key: 'management_company', head: buildingLabels.management_company, sort: 'management_company', cell: row => row.management_company },
    { key: 'phone', head: buildingLabels.phone, sort: 'phone', nowrap: true, cell: ({ phone }) => phone && formatTelephone(phone) },
    {
      key: 'constructions',
      head: '工事件数',
      sort: 'constructions_count',
      align: 'right',
      width: 90,
      cell: row => row.constructions_count,
    },
  ],
  Tools: ({ shown }) => <SpreadsheetButtons kind="buildings" shown={shown} />,
  sortable: ['cd', 'name', 'address', 'management_company', 'phone', 'constructions_count'],
  filters: [
    { name: 'cd', label: buildingLabels.cd, width: 140 },
    { name: 'address', label: buildingLabels.address, width: 200 },
  ],
  blank: () => ({ cd: '', name: '', name_kana: '', zipcode: '', address: '', management_company: '', manager: '', phone: '' }),
  values: row => ({
    cd: row.cd,
    name: row.name,
    name_kana: row.name_kana ?? '',
    zipcode: row.zipcode === null ? '' : formatZipcode(row.zipcode),
    address: row.address,
    management_company: row.management_company ?? '',
    manager: row.manager ?? '',
    phone: row.phone ?? '',
  }),
  Fields: ({ row }) => (
    <FormGrid>
      <TextField<Values> name="name" label={buildingLabels.name} required />
      <TextField<Values> name="name_kana" label={buildingLabels.name_kana} help="ひらがな・半角カナは全角カタカナになります" />
      <TextField<Values> name="cd" label={buildingLabels.cd} help={row === null ? '空欄にすると自動で番号が付きます' : undefined} />
      <ZipcodeAndAddress
        zipcode="zipcode"
        address="address"
        zipcodeLabel={buildingLabels.zipcode}
        addressLabel={buildingLabels.address}
        required
      />
      <TextField<Values> name="management_company" label={buildingLabels.management_company} />
      <TextField<Values> name="manager" label={buildingLabels.manager} />
      <TextField<Values> name="phone" label={buildingLabels.phone} type="tel" inputMode="tel" />
    </FormGrid>
  ),
  Below: ({ row }) => (
    <>
      <Papers building={row} />
      <Constructions building={row} />
    </>
  ),
  canCreate: canManageBuildings,
  canDelete: canDeleteBuildings,
  lost: ({ kept }) =>
    `物件の情報${kept === null ? '' : `と、部屋構成（${kept.rooms.toLocaleString()}室）、物件資料（${kept.documents.toLocaleString()}件）`}が削除されます。元には戻せません。`,
  whyNotDelete: row => (row.constructions_count > 0 ? '工事が登録されているため削除できません。' : null),
}

/** What else is kept about the building, for those who may read it (G-BLD-06). */
const Papers = ({ building: { id } }: { building: Building }) =>
  canKeepBuildingDocuments(useActor()) ? (
    <Section title="資料・部屋構成" name="building_documents">
      <Actions>
        <ButtonLink to={paths.building_documents(id)} icon="folder">
          物件資料
        </ButtonLink>
        <ButtonLink to={paths.building_room_composition(id)} icon="grid">
          部屋構成
        </ButtonLink>
      </Actions>
    </Section>
  ) : null

/** The works of the building, newest first, and the way to the next one (G-BLD-09). */
const Constructions = ({ building }: { building: Building }) => {
  const actor = useActor()
  return (
    <Section
      title="この物件の工事"
      actions={
        isOffice(actor) ? (
          <ButtonLink to={firstStepOf(building.id)} icon="plus">
            工事を登録
          </ButtonLink>
        ) : null
      }
    >
      {building.constructions.length === 0 ? (
        <EmptyState title="工事はまだありません。" text="部屋構成を登録してから工事を登録すると、部屋がそのまま引き継がれます。" />
      ) : (
        <ul className={styles.works}>
          {building.constructions.map(work => (
            <li key={work.id}>
              <ConstructionStatusBadge status={work.status} />
              <Link to={paths.construction(work.id)}>{work.name ?? work.cd}</Link>
              <Help as="span">
                {[
                  work.manage_no ?? work.cd,
                  work.start_on === null
                    ? '工期未定'
                    : `${formatDayShort(work.start_on)}〜${work.end_on === null ? '' : formatDayShort(work.end_on)}`,
                  `${work.houses}戸`,
                ].join('　')}
              </Help>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

export const pages = masterPages(buildings)
