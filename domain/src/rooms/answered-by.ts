/** Who sits before the page and answers (D-33). */
export type AnsweredBy = { kind: 'self' } | { kind: 'family'; name?: string | undefined }

/** ご本人, or ご家族（山田 花子 様）; the name only where it may be read. */
export const answeredByText = (kind: 'self' | 'family', name: string | null): string =>
  kind === 'self' ? 'ご本人' : name === null ? 'ご家族' : `ご家族（${name} 様）`
