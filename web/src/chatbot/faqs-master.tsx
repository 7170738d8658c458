import { masterLabels, masterNames } from '@toguchi/domain/masters/labels'
import { canManageMasters } from '@toguchi/domain/masters/policy'
import { paths } from '../site/paths.ts'
import { type Master, masterPages } from '../masters/masters.tsx'
import type { AnswerOf } from '../platform/api/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { CheckField } from '../ui/form/fields/CheckField.tsx'
import { NumberField } from '../ui/form/fields/NumberField.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'
import { TextareaField } from '../ui/form/fields/TextareaField.tsx'
import { ChatbotPreview } from './ChatbotPreview.tsx'

type Faq = AnswerOf<'GET /api/faqs/:id'>['faq']
interface Values {
  question: string
  answer: string
  keywords: string
  position: number | null
  published: boolean
}

/** Where a new question stands in the list unless it is said. */
const last = 100

const faqs: Master<Faq, Values> = {
  noun: masterNames.faqs,
  api: () => '/api/faqs',
  plural: 'faqs',
  singular: 'faq',
  listTo: paths.faqs,
  detailTo: ({ id }) => paths.faq(id),
  name: ({ question }) => question,
  columns: [
    { key: 'position', head: masterLabels.position, sort: 'position', align: 'right', cell: ({ position }) => position },
    { key: 'question', head: masterLabels.question, sort: 'question', cell: ({ question }) => question },
    { key: 'answer', head: masterLabels.answer, cell: ({ answer }) => answer },
    {
      key: 'published',
      head: masterLabels.published,
      sort: 'published',
      cell: ({ published }) => (published ? '公開' : <Badge tone="neutral">非公開</Badge>),
    },
  ],
  sortable: ['position', 'question', 'published'],
  blank: () => ({ question: '', answer: '', keywords: '', position: last, published: true }),
  values: ({ question, answer, keywords, position, published }) => ({ question, answer, keywords: keywords ?? '', position, published }),
  body: ({ position, ...values }) => ({ ...values, position: position ?? last }),
  Fields: () => (
    <>
      <TextField<Values> name="question" label={masterLabels.question} required maxLength={100} />
      <TextareaField<Values> name="answer" label={masterLabels.answer} required rows={5} maxLength={1000} />
      <TextField<Values>
        name="keywords"
        label={masterLabels.keywords}
        maxLength={300}
        help="この言葉が入っていれば、この質問とみなします。「、」で区切ってください。"
      />
      <NumberField<Values> name="position" label={masterLabels.position} max={9999} />
      <CheckField<Values> name="published" label={masterLabels.published} />
    </>
  ),
  Below: ChatbotPreview,
  canCreate: canManageMasters,
}

export const pages = masterPages(faqs)
