import type { LegalText } from '@toguchi/domain/legal-texts/contract'

type Sections = readonly Pick<LegalText['sections'][number], 'name' | 'title' | 'body'>[]

/** What stands under the headings, word for word however residents read; lines that begin with ・ are a list. */
export const LegalTextBody = ({ sections }: { sections: Sections }) =>
  sections.map(({ name, title, body }, at) => (
    <section key={name} data-section={name}>
      <h2>{`${at + 1}. ${title}`}</h2>
      {paragraphsOf(body).map(({ isList, lines }, place) =>
        isList ? (
          <ul key={place}>
            {lines.map((line, index) => (
              <li key={index}>{line.slice(1)}</li>
            ))}
          </ul>
        ) : (
          lines.map((line, index) => <p key={`${place}-${index}`}>{line}</p>)
        ),
      )}
    </section>
  ))

interface Paragraph {
  isList: boolean
  lines: string[]
}

const paragraphsOf = (body: string): Paragraph[] => {
  const paragraphs: Paragraph[] = []
  for (const line of body.split('\n').filter(text => text.trim() !== '')) {
    const isList = line.startsWith('・')
    const last = paragraphs.at(-1)
    if (last?.isList === isList) last.lines.push(line)
    else paragraphs.push({ isList, lines: [line] })
  }
  return paragraphs
}
