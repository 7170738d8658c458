// Every file of tests runs in a context of its own, where `Object` is not the one that Node's Response parses into; react-hook-form, for
// one, copies only plain objects. Parsed here, a body is made of the page's own objects, as in a browser.
Response.prototype.json = async function json() {
  return JSON.parse(await this.text())
}
