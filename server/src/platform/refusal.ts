/**
 * Something the person at the terminal can mend. Whoever started the program prints the message and exits with 1:
 * one sentence, no stack trace. Everything else is a fault of ours and keeps its stack.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}
