import { formatDayWithoutYear, todayInTokyo } from '@toguchi/domain/calendar/day'
import { type LedgerGroup, roomTitle } from '@toguchi/domain/photo-ledgers/lay-out'
import { photoTimingLabels } from '@toguchi/domain/photos/labels'
import { Button } from '../ui/Button.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import { Section } from '../ui/layout/Section.tsx'
import type { Ledger, LedgerPhoto } from './ledger.ts'
import styles from './LedgerPhotos.module.css'

/** The photos under the headings of the paper; a click of those who make it leaves one out or takes it back. */
export const LedgerPhotos = ({ ledger, mayMake }: { ledger: Ledger; mayMake: boolean }) => (
  <Section title={mayMake ? '載せる写真' : '台帳の写真'} name="ledger_photos">
    {mayMake ? <Help>写真を押すと、台帳から外したり戻したりできます。写真そのものは削除されません。</Help> : null}
    {ledger.groups.map(group => (
      <Group key={group.key} group={group} ledger={ledger} mayMake={mayMake} />
    ))}
  </Section>
)

interface GroupProps {
  group: LedgerGroup<LedgerPhoto>
  ledger: Ledger
  mayMake: boolean
}

const Group = ({ group: { title, photos }, ledger, mayMake }: GroupProps) => {
  const uuids = photos.map(({ uuid }) => uuid)
  const shown = uuids.filter(uuid => !ledger.leftOut.has(uuid)).length
  return (
    <section className={styles.group} aria-label={title}>
      <div className={styles.head}>
        <h3>{title}</h3>
        <span className={styles.count}>
          {uuids.length}枚中{shown}枚
        </span>
        {mayMake ? (
          <>
            <Button kind="quiet" size="small" disabled={shown === uuids.length} onClick={() => ledger.leaveOut(uuids, false)}>
              すべて載せる
            </Button>
            <Button kind="quiet" size="small" disabled={shown === 0} onClick={() => ledger.leaveOut(uuids, true)}>
              すべて外す
            </Button>
          </>
        ) : null}
      </div>
      <ul className={styles.photos}>
        {photos.map(photo => (
          <li key={photo.uuid}>
            <Choice
              photo={photo}
              number={ledger.numbers.get(photo.uuid) ?? null}
              onPress={mayMake ? out => ledger.leaveOut([photo.uuid], out) : null}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ChoiceProps {
  photo: LedgerPhoto
  /** On paper; null where it is left out. */
  number: number | null
  /** Null for those who only look. */
  onPress: ((out: boolean) => void) | null
}

const Choice = ({ photo, number, onPress }: ChoiceProps) =>
  onPress === null ? (
    <div className={styles.photo} data-out={number === null}>
      <Shown photo={photo} number={number} />
    </div>
  ) : (
    <button
      type="button"
      className={styles.photo}
      data-out={number === null}
      aria-pressed={number !== null}
      onClick={() => onPress(number !== null)}
    >
      <Shown photo={photo} number={number} />
    </button>
  )

const Shown = ({ photo, number }: Pick<ChoiceProps, 'photo' | 'number'>) => (
  <>
    <span className={styles.picture}>
      <img src={photo.thumbnail_url ?? photo.view_url} alt="" width={132} height={99} loading="lazy" />
      <span className={styles.mark}>{number === null ? '載せない' : `No. ${number}`}</span>
    </span>
    <span className={styles.caption}>
      {roomTitle(photo.room)}　{photo.place_name}
    </span>
    <span className={styles.caption}>
      {photoTimingLabels[photo.timing]}　{formatDayWithoutYear(todayInTokyo(photo.filming_at))}
    </span>
  </>
)
