/** Characters that show nothing although Unicode counts some of them as letters: blanks, joiners, fillers, the empty Braille cell. */
const unseen = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Whether a reader sees anything of the text: a name of zero-width blanks is no name (review F6). */
export const isVisible = (text: string): boolean => text.replaceAll(unseen, '') !== ''

/**
 * Whether the text is one line as it looks: without line breaks and other control characters, and without the marks that turn the order of
 * what follows, which make one name look like another.
 */
export const isOneLine = (text: string): boolean => !/[\p{Cc}\u2028\u2029\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/u.test(text)
