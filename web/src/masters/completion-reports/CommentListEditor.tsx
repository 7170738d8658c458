import { moved } from '@toguchi/domain/masters/reorder'
import { canManageMasters } from '@toguchi/domain/masters/policy'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useActor } from '../../platform/session/actor.ts'
import { type AnswerOf, q, queryClient, useApiMutation } from '../../platform/api/api.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx'
import { SortableList } from '../../ui/table/SortableList.tsx'
import { Help } from '../../ui/form/FieldParts.ts'
import { Textarea } from '../../ui/form/Control.ts'
import styles from './CommentListEditor.module.css'

type Comments = AnswerOf<'GET /api/comment_lists'>
type Comment = Comments['comment_lists'][number]

export const comments = q('GET /api/comment_lists', { query: { exclude_pagination: true } }, { silent: true })
const invalidates = ['GET /api/comment_lists'] as const

/** The comments that are ready to insert into a report: added, rewritten, sorted and removed where they stand. */
export const CommentListEditor = () => {
  const { data } = useQuery(comments)
  const readOnly = !canManageMasters(useActor())
  const [dialog, ask] = useConfirm()
  const [editing, setEditing] = useState<number | null>(null)
  const rows = data?.comment_lists ?? []
  const add = useApiMutation('POST /api/comment_lists', { invalidates, silent: true })
  const change = useApiMutation('PATCH /api/comment_lists/:id', { invalidates, silent: true, onSuccess: () => setEditing(null) })
  const sort = useApiMutation('PATCH /api/comment_lists/:id', { invalidates, silent: true })
  const remove = useApiMutation('DELETE /api/comment_lists/:id', { invalidates })

  const move = (from: number, to: number) => {
    const row = rows[from]
    if (row === undefined) return
    // The list stands in its new order before the server has heard of it.
    queryClient.setQueryData(comments.queryKey, { comment_lists: moved(rows, from, to) })
    sort.mutate({ params: { id: row.id }, body: { comment_list: { position: to + 1 } } })
  }
  const askAndRemove = async ({ id, contents }: Comment) => {
    const sure = await ask({ title: '定型コメントを削除します。よろしいですか？', text: contents, confirm: '削除する', danger: true })
    if (sure) remove.mutate({ params: { id } })
  }
  return (
    <>
      {dialog}
      {rows.length === 0 ? <Help>定型コメントはまだありません。登録すると、報告書のコメントに挿入できます。</Help> : null}
      <SortableList
        label="定型コメント"
        rows={rows}
        rowKey={({ id }) => id}
        name={({ contents }) => contents}
        readOnly={readOnly}
        onMove={move}
      >
        {row => (
          <div className={styles.line} data-testid="comment-list">
            {editing === row.id ? (
              <CommentForm
                initial={row.contents}
                saving={change.isPending}
                onSave={contents => change.mutateAsync({ params: { id: row.id }, body: { comment_list: { contents } } })}
              >
                <Button onClick={() => setEditing(null)}>キャンセル</Button>
              </CommentForm>
            ) : (
              <>
                <p>{row.contents}</p>
                {readOnly ? null : (
                  <>
                    <IconButton icon="edit" label={`「${row.contents}」を編集`} onClick={() => setEditing(row.id)} />
                    <IconButton icon="trash" label={`「${row.contents}」を削除`} onClick={() => void askAndRemove(row)} />
                  </>
                )}
              </>
            )}
          </div>
        )}
      </SortableList>
      {readOnly ? null : (
        <div className={`${styles.line} ${styles.newLine}`}>
          <CommentForm initial="" saving={add.isPending} onSave={contents => add.mutateAsync({ body: { comment_list: { contents } } })} />
        </div>
      )}
    </>
  )
}

interface FormProps {
  initial: string
  saving: boolean
  onSave: (contents: string) => Promise<unknown>
  children?: ReactNode
}

const CommentForm = ({ initial, saving, onSave, children }: FormProps) => {
  const id = useId()
  const [contents, setContents] = useState(initial)
  const isNew = initial === ''
  const save = () =>
    onSave(contents).then(
      () => isNew && setContents(''),
      // The toast has said why; what was typed stays.
      () => {},
    )
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <label className="sr-only" htmlFor={id}>
        {isNew ? '新しい定型コメント' : '定型コメント'}
      </label>
      <Textarea
        id={id}
        name="comment_list[contents]"
        rows={1}
        maxLength={500}
        required
        value={contents}
        placeholder={isNew ? '新しい定型コメント（例：動作確認済み。異常なし。）' : undefined}
        onChange={event => setContents(event.target.value)}
      />
      {children}
      <Button kind={isNew ? 'default' : 'primary'} type="submit" disabled={saving || contents.trim() === ''}>
        {isNew ? '追加' : '保存'}
      </Button>
    </form>
  )
}
