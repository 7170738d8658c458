/** Saves what is behind a link of ours, as a click on a download link would: the page stays, whatever it still has to lose. */
export const saveFile = (url: string, name = ''): void => {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
