import '../../platform/older-browsers.ts'
import type { ArrangeInput } from '@toguchi/domain/schedule/arrange/arrange-input'
import { type SolveMip, solveWith } from '@toguchi/domain/schedule/arrange/mip'
import { answer } from './answer.ts'

// One proposal for each worker. The solver is 3.5 MB of WebAssembly: it is fetched only for stacks and floors, which alone ask for it.
const solveMip: SolveMip = async model => {
  const { default: loadHighs } = await import('highs')
  return await solveWith(await loadHighs())(model)
}

self.addEventListener(
  'message',
  ({ data }: MessageEvent<ArrangeInput>) => void answer(data, solveMip, message => self.postMessage(message)),
)
