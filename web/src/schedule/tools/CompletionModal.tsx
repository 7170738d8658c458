import { useQuery } from '@tanstack/react-query'
import { paths } from '../../site/paths.ts'
import { useApiMutation } from '../../platform/api/api.ts'
import { Alert } from '../../ui/Alert.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Modal, ModalCancel, ModalFoot } from '../../ui/dialog/Modal.tsx'
import { Help } from '../../ui/form/FieldParts.ts'
import { Facts } from '../../ui/layout/Facts.tsx'
import { Stack } from '../../ui/layout/Layout.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { spareFramesShort } from '../arrange/arrange-input.ts'
import type { Draft } from '../draft/draft.ts'
import { constructionOf, scheduleReads } from '../schedule-reads.ts'

interface Props {
  constructionId: number
  draft: Draft
  onClose: () => void
  /** The letters by which the dwellings hear of it. */
  onLetters: () => void
}

/** 工程表を確定: says who is told, and how, and who is not, before residents may choose; or whom the schedule still needs (review O10). */
export const CompletionModal = ({ constructionId, draft, onClose, onLetters }: Props) => {
  // Crews may have been named a moment ago, on another page.
  const { data, isFetching } = useQuery({ ...constructionOf(constructionId), refetchOnMount: 'always' })
  const crews = data?.construction.assigned_contractors ?? []
  const unnamed = crews.filter(({ assigned_craftsmans }) => assigned_craftsmans.length === 0)
  if (isFetching && (data === undefined || unnamed.length > 0)) return <Waiting onClose={onClose} />
  return unnamed.length > 0 ? (
    <UnnamedCrews constructionId={constructionId} names={unnamed.map(({ contractor_name }) => contractor_name)} onClose={onClose} />
  ) : (
    <Question
      {...{ constructionId, draft, onClose, onLetters }}
      craftsmen={new Set(crews.flatMap(crew => crew.assigned_craftsmans.map(({ craftsman_id }) => craftsman_id))).size}
    />
  )
}

const Waiting = ({ onClose }: Pick<Props, 'onClose'>) => (
  <Modal opened onClose={onClose} title="工程表を確定" width={560}>
    <Spinner />
  </Modal>
)

const Question = ({ constructionId, draft, onClose, onLetters, craftsmen }: Props & { craftsmen: number }) => {
  const complete = useApiMutation('POST /api/constructions/:construction_id/detail_schedule/completion', {
    invalidates: scheduleReads,
    message: '確定しています…',
    onSuccess: onClose,
  })
  return (
    <Modal opened onClose={onClose} title="工程表を確定しますか？" width={560} testId="completion">
      <Stack>
        <p>{draft.rooms.size}戸の工事日が決まり、居住者が日程を確認・変更できるようになります。</p>
        <SparesShort draft={draft} />
        <WhoIsTold draft={draft} craftsmen={craftsmen} />
        <ModalFoot>
          <ModalCancel />
          <Button onClick={onLetters} icon="print">
            案内状を印刷
          </Button>
          <Button
            kind="primary"
            icon="check"
            disabled={complete.isPending}
            onClick={() => complete.mutate({ params: { construction_id: constructionId } })}
          >
            工程表を確定する
          </Button>
        </ModalFoot>
      </Stack>
    </Modal>
  )
}

const SparesShort = ({ draft }: { draft: Draft }) => {
  const short = spareFramesShort(draft)
  return short === 0 ? null : (
    <Alert as="p">
      予備枠が{short}
      枠不足しています。確定したあとは、日程の変更や再訪問に使える枠が足りなくなるおそれがあります。「予備枠」の「不足分を自動で入れる」で補えます。
    </Alert>
  )
}

/** The office and the crews are written to; the dwellings are told by their letter, and by what reaches them of every later change. */
const WhoIsTold = ({ draft, craftsmen }: { draft: Draft; craftsmen: number }) => {
  const rooms = [...draft.rooms.values()]
  const count = (channel: 'mail' | 'line' | 'sms' | 'paper') =>
    `${rooms.filter(({ contact_channel }) => contact_channel === channel).length}戸`
  return (
    <Stack>
      <Facts
        facts={[
          ['メールでお知らせ', `営業担当・工事担当と、職人${craftsmen}名`],
          ['居住者', '確定のお知らせは送りません。案内状でお伝えください。'],
          ['今後の変更の通知', `メール ${count('mail')}／LINE ${count('line')}／SMS ${count('sms')}／紙で配布 ${count('paper')}`],
        ]}
      />
      <Help>メールを受け取るかどうかは、設定の「通知」とそれぞれのマイページによります。</Help>
    </Stack>
  )
}

interface UnnamedProps extends Pick<Props, 'constructionId' | 'onClose'> {
  names: readonly string[]
}

/** What is missing before the schedule can be completed, and where it is entered (D-27). */
const UnnamedCrews = ({ constructionId, names, onClose }: UnnamedProps) => (
  <Modal opened onClose={onClose} title="まだ確定できません" width={480}>
    <p>職人が選択されていない協力会社があります。全体工程の「協力会社」で職人を選択すると、確定できます。</p>
    <ul>
      {names.map(name => (
        <li key={name}>{name}</li>
      ))}
    </ul>
    <ModalFoot>
      <Button onClick={onClose}>閉じる</Button>
      <ButtonLink kind="primary" icon="helmet" to={`${paths.construction_edit(constructionId)}?form_type=overall_schedule`}>
        職人を選択する
      </ButtonLink>
    </ModalFoot>
  </Modal>
)
