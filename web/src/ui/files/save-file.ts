/** Saves what is behind a link of ours, as a click on a download link would: the page stays, whatever it still has to lose. */
export const saveFile = (url: string, name = ''): void => {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** How long a browser may take to begin with a file that it was handed: none of them says when it has. */
const handover = 60_000

/** Saves a file that this page holds, and lets its bytes go afterwards. */
export const saveOwnFile = (file: File): void => {
  const url = URL.createObjectURL(file)
  saveFile(url, file.name)
  setTimeout(() => URL.revokeObjectURL(url), handover)
}
