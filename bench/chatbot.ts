import { afreshQuestions } from '../server/src/chatbot/questions/afresh.ts'
import { heldQuestions } from '../server/src/chatbot/questions/held.ts'
import { judge, measure } from '../server/src/chatbot/questions/measure.ts'
import { secondStrangersHeld } from '../server/src/chatbot/questions/second-strangers-held.ts'
import { strangersHeld } from '../server/src/chatbot/questions/strangers-held.ts'
import { strangersTuned } from '../server/src/chatbot/questions/strangers-tuned.ts'
import { tunedQuestions } from '../server/src/chatbot/questions/tuned.ts'

/* What the chatbot makes of 590 questions. What it got wrong is shown of the tuned halves alone: who sees the held ones tunes on them. */

const show = (name: string, questions: typeof tunedQuestions) => {
  const { right, offered, handed, wrong, handedOver, wrongDates } = measure(questions)
  const share = (count: number) => `${Math.round((100 * count) / questions.length)} %`
  console.log(
    `${name}: ${questions.length} questions, ${share(right)} right, ${share(offered)} offered among others, ${share(handed)} handed over without need, ` +
      `${share(wrong)} wrong; ${share(handedOver)} handed over in all, ${wrongDates} wrong days`,
  )
}

show('tuned', tunedQuestions)
show('held', heldQuestions)
show("a stranger's, tuned", strangersTuned)
show('afresh', afreshQuestions)
// Asked for by name: it is measured when the vocabulary is final, not while it is tuned.
if (process.argv.includes('--strangers-held')) {
  show("a stranger's, held", strangersHeld)
  show("a second stranger's, held", secondStrangersHeld)
}

const began = performance.now()
for (const question of strangersTuned) judge(question)
console.log(`${((performance.now() - began) / strangersTuned.length).toFixed(2)} ms a message`)

for (const question of [...tunedQuestions, ...strangersTuned]) {
  const { outcome, response } = judge(question)
  if (outcome !== 'right')
    console.log(
      `  ${outcome}: ${question.asked} [${question.right.join(' ')}] → ${response.by.join(', ')} ${response.suggestions.join(' / ')}\n    ${response.answer}`,
    )
}
