/** Prints a heading and lines below it, and nothing of the page that they stand on. */
export const printLines = (heading: string, lines: readonly string[]): void => {
  const frame = document.createElement('iframe')
  frame.title = heading
  frame.style.cssText = 'position: fixed; width: 0; height: 0; border: 0'
  document.body.append(frame)
  const paper = frame.contentDocument
  const view = frame.contentWindow
  if (paper === null || view === null) return
  const head = paper.createElement('h1')
  head.textContent = heading
  paper.body.append(head, ...lines.map(line => Object.assign(paper.createElement('p'), { textContent: line })))
  // A browser may print after the call returned: the paper goes when it says that it is done.
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}
