import { presenceLabels } from '@toguchi/domain/rooms/presence'
import { receptionStatuses } from '@toguchi/domain/rooms/labels'
import { Fragment } from 'react'
import { Icon } from '../../ui/icons/Icon.tsx'
import { PresenceMark, Reception } from './RoomCard.tsx'
import styles from './Legend.module.css'
import roomCardStyles from './RoomCard.module.css'

/** What the sheet's shapes and colours mean, for who asks. */
export const Legend = () => (
  // It stands at the window's lower edge, and what it unfolds would lie below.
  <details
    className={styles.folded}
    onToggle={({ currentTarget }) => currentTarget.open && currentTarget.scrollIntoView({ block: 'nearest' })}
  >
    <summary>凡例</summary>
    <Signs />
  </details>
)

const Signs = () => (
  <dl className={styles.legend} aria-label="凡例">
    <div>
      <dt>工事</dt>
      <dd>
        <i data-swatch="waiting" />
        未着手
        <i data-swatch="completed" />
        完了
        <i data-swatch="reschedule" />
        日程再調整
      </dd>
    </div>
    <div>
      <dt>受付</dt>
      <dd>
        {receptionStatuses.map(status => (
          <Reception key={status} status={status} />
        ))}
        （氏名があるカードは印だけ）
      </dd>
    </div>
    <div>
      <dt>印</dt>
      <dd>
        <span className={roomCardStyles.mark} data-mark="priority">
          優先
        </span>
        優先対応
        <span className={roomCardStyles.mark} data-mark="confirmed">
          <Icon name="check" size={11} />確
        </span>
        日程確定
        <span className={roomCardStyles.mark} data-mark="wish">
          希
        </span>
        希望日
        <span className={roomCardStyles.mark} data-mark="wish">
          固
        </span>
        日程固定
        {(['proxy', 'auxiliary_lock', 'key_custody', 'unattended'] as const).map(method => (
          <Fragment key={method}>
            <PresenceMark method={method} />
            {presenceLabels[method]}
          </Fragment>
        ))}
        <span className={roomCardStyles.mark}>
          <Icon name="option" size={11} />1
        </span>
        オプション
        <span className={roomCardStyles.mark}>
          <Icon name="history" size={11} />
        </span>
        対応履歴
      </dd>
    </div>
    <div>
      <dt>日</dt>
      <dd>
        <i data-swatch="holiday" />
        休工日
        <i data-swatch="preparation" />
        準備日
        <i data-swatch="spare" />
        予備枠
        <i data-swatch="blank" />
        枠なし
      </dd>
    </div>
  </dl>
)
