import { formatDayLong } from '@toguchi/domain/calendar/day'
import type { LegalText } from '@toguchi/domain/legal-texts/contract'
import { type LegalTextKind, legalTextLabels } from '@toguchi/domain/legal-texts/kinds'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { send } from '../platform/api/request.ts'
import { Help } from '../ui/plain/form/FieldParts.ts'
import { Prose } from '../ui/plain/Prose.ts'
import { legalTextTo } from './legal-text-links.ts'
import { LegalTextBody } from './LegalTextBody.tsx'

/** Of the address's company, else of whoever reads, else of the host, else the platform's own. */
const readLegalText =
  (kind: LegalTextKind) =>
  async ({ request }: LoaderFunctionArgs): Promise<LegalText> => {
    const search = new URL(request.url).searchParams
    const [client, number] = [search.get('client'), search.get('number')]
    const query = { ...(client === null ? {} : { client }), ...(number === null ? {} : { number: Number(number) }) }
    return (await send('GET /api/legal_texts/:kind', { params: { kind }, query })).legal_text
  }

/** 利用規約 and プライバシーポリシー, with the version and the day from which it holds (G-LAY-10, decision 050). */
const LegalTextPage = () => {
  const text = useLoaderData<LegalText>()
  return (
    <Prose>
      <h1>{legalTextLabels[text.kind]}</h1>
      <p data-testid="legal-text-version">{versionText(text)}</p>
      {text.upcoming === null || text.client === null ? null : (
        <Help>
          <Link to={legalTextTo(text.kind, text.client.uuid, text.upcoming.number)}>
            {`${formatDayLong(text.upcoming.effective_on)}から適用する版（第${text.upcoming.number}版）を読む`}
          </Link>
        </Help>
      )}
      <LegalTextBody sections={text.sections} />
    </Prose>
  )
}

const versionText = ({ client, name, effective_on }: LegalText): string =>
  [...(client === null ? [] : [client.name]), name, ...(effective_on === null ? [] : [`${formatDayLong(effective_on)}から適用`])].join('　')

export const termsPage = { loader: readLegalText('terms'), LegalTextPage }
export const privacyPolicyPage = { loader: readLegalText('privacy_policy'), LegalTextPage }
