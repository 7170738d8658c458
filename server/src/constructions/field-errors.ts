import { invalid } from '../platform/http/problem.ts'

/** Errors of one form, gathered from everyone who checks a part of it, so that the user sees them all at once. */
export interface FieldErrors {
  add(field: string, text: string): void
  /** Refuses the form if anything was found. */
  refuse(): void
}

export const gatherErrors = (): FieldErrors => {
  const errors: Record<string, string[]> = {}
  return {
    add(field, text) {
      const texts = (errors[field] ??= [])
      if (!texts.includes(text)) texts.push(text)
    },
    refuse() {
      if (Object.keys(errors).length > 0) throw invalid(errors)
    },
  }
}
