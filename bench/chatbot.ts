import { heldQuestions } from '../server/src/chatbot/questions/held.ts'
import { judge, measure } from '../server/src/chatbot/questions/measure.ts'
import { tunedQuestions } from '../server/src/chatbot/questions/tuned.ts'

/* What the chatbot makes of 120 questions. What it got wrong is shown of the tuned half alone: who sees the held one tunes on it. */

const show = (name: string, questions: typeof tunedQuestions) => {
  const { right, handed, wrong, wrongDates } = measure(questions)
  const share = (count: number) => `${Math.round((100 * count) / questions.length)} %`
  console.log(
    `${name}: ${questions.length} questions, ${share(right)} answered rightly, ${share(handed)} handed over, ${share(wrong)} wrong, ${wrongDates} wrong dates`,
  )
}

show('tuned', tunedQuestions)
show('held', heldQuestions)
for (const question of tunedQuestions) {
  const { outcome, response } = judge(question)
  if (outcome === 'wrong' || (outcome === 'handed' && !question.right.some(name => name === 'handover' || name === 'emergency')))
    console.log(`  ${outcome}: ${question.asked} → ${response.by.join(', ')} ${response.suggestions.join(' / ')}\n    ${response.answer}`)
}
