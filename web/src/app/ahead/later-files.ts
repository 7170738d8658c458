/**
 * Lets the browser fetch what takes over from the first paint: the document names it where nothing reads it by itself
 * (server/src/platform/http/web.ts), so that styles, entry and answers have the line for themselves until then.
 */
export const fetchLaterFiles = (): void => {
  const later = document.querySelector<HTMLTemplateElement>('#later-files')
  later?.replaceWith(later.content)
}
