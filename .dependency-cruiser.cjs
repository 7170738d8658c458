/**
 * The floor plan, as rules. Each name says which wall was walked through; tools/prove-walls.ts breaks each of them once
 * in a copy of the tree and demands that exactly it is named.
 */
const rule = (name, from, to) => ({ name, severity: 'error', from, to })

const test = '\\.test\\.tsx?$'
/** Folders of the server that are no slices: what surrounds the application, and the town that is built through it. */
const surroundings = '(?:platform|start|migrate|embedded-postgres|demo)'
/** What says with zod what a body looks like; everything else of the domain is fit for the browser (D-32). */
const contracts = ['^domain/src/.*contract\\.ts$', '^domain/src/routes\\.ts$', '^domain/src/http/']

module.exports = {
  forbidden: [
    rule('no-cycles', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    rule('imports-resolve', {}, { couldNotResolve: true }),

    rule(
      'domain-is-pure',
      { path: '^domain/src', pathNot: test },
      { pathNot: ['^domain/src', 'node_modules/zod/', 'node_modules/@holiday-jp/'] },
    ),
    rule(
      'policies-are-only-about-actors',
      { path: 'policy\\.ts$' },
      { pathNot: ['^domain/src/access/', 'policy\\.ts$'], dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'only-contracts-know-zod',
      { path: '^domain/src', pathNot: [...contracts, test] },
      { path: ['node_modules/zod/', ...contracts], dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'browser-takes-only-types-of-contracts',
      { path: '^web/' },
      { path: ['node_modules/zod/', ...contracts], dependencyTypesNot: ['type-only'] },
    ),

    rule('web-does-not-see-server', { path: '^web/' }, { path: '^(server|db)/' }),
    rule('server-does-not-see-web', { path: '^server/' }, { path: '^web/' }),

    rule(
      'slices-meet-at-the-front-door',
      { path: '^(server|web)/src/([^/]+)/', pathNot: [test, '^web/src/app/', `^server/src/${surroundings}/`] },
      {
        path: '^$1/src/[^/]+/',
        pathNot: ['^$1/src/$2/', '^$1/src/platform/', '^(server|web)/src/([^/]+)/\\2\\.tsx?$', '^web/src/ui/', '^web/src/site/'],
      },
    ),
    rule(
      'platform-knows-no-slice',
      { path: '^(server|web)/src/(platform|site)/', pathNot: test },
      {
        path: '^(server|web|domain)/src/',
        pathNot: ['^(server|web)/src/(platform|site)/', ...contracts, '^domain/src/(access|text|calendar|messages|events)/'],
      },
    ),
    rule(
      'kit-knows-no-word-of-the-trade',
      { path: '^web/src/ui/', pathNot: test },
      { path: '^(web|domain)/src/', pathNot: ['^web/src/(ui|platform)/', '^domain/src/(calendar|text)/'] },
    ),
    // Pages take the kit's fields; what draws them may be replaced again (docs/decisions/032-base-ui.md).
    rule('base-ui-only-in-the-kit', { path: '^(web|domain|server)/', pathNot: '^web/src/ui/' }, { path: 'node_modules/@base-ui/' }),
    rule(
      'application-does-not-see-its-launcher',
      { path: '^server/src/', pathNot: [test, '^server/src/(start|migrate|embedded-postgres|demo)/'] },
      { path: '^server/src/(start|migrate|embedded-postgres|demo)/' },
    ),

    rule(
      'one-door-to-the-pool',
      {
        path: '^server/src/',
        pathNot: [
          test,
          '^server/src/(server\\.ts$|demo/|platform/|accounts/platform-accounts/(create-first-account|release-admin)\\.ts$|files/move-installation\\.ts$)',
        ],
      },
      { path: '^server/src/platform/database/pool\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'only-platform-and-launcher-speak-pg',
      {
        path: '^server/src/',
        pathNot: [
          test,
          '^server/src/platform/(database/(pool|database-walls)|jobs/jobs|live/live)\\.ts$',
          '^server/src/(start|migrate|embedded-postgres)/',
        ],
      },
      { path: 'node_modules/(pg|pg-boss)/' },
    ),
    // Foreign bytes meet a library in the process of the file reader only (docs/decisions/023-file-reader.md). Beside it, sharp paints the
    // demo town's pictures, hucre writes workbooks (which of its functions, tools/check-slices sees) and pdf-lib joins pages of our own.
    rule(
      'pictures-are-read-by-the-file-reader',
      { path: '^server/src/', pathNot: [test, '^server/src/(file-reader|demo)/'] },
      { path: 'node_modules/(sharp|exifreader|libheif-js)/' },
    ),
    rule(
      'workbooks-are-read-by-the-file-reader',
      { path: '^server/src/', pathNot: [test, '^server/src/file-reader/', '^server/src/spreadsheets/workbook\\.ts$'] },
      { path: 'node_modules/hucre/' },
    ),
    rule(
      'pdfs-are-read-by-the-file-reader',
      { path: '^server/src/', pathNot: [test, '^server/src/file-reader/', '^server/src/printing/(join-pdfs|stamp-pages)\\.ts$'] },
      { path: 'node_modules/(@cantoo/)?pdf-lib/' },
    ),
    rule(
      'the-file-reader-is-a-process',
      { path: '^server/src/file-reader/(file-reader|readings|refusals)\\.ts$' },
      { path: '^server/src/file-reader/', pathNot: '/(readings|refusals)\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'routes-are-mounted-only-by-app',
      { path: '^server/src', pathNot: '^server/src/app\\.ts$' },
      { path: '/routes\\.ts$', pathNot: '^domain/' },
    ),
    rule(
      'product-does-not-use-test-code',
      { path: '^(domain|server|web)/src', pathNot: test },
      { path: ['^server/test/', '^e2e/', '^tools/', test, 'node_modules/vitest/', 'node_modules/@playwright/'] },
    ),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Without these the imports of @toguchi/domain/… are not resolved, and every rule about them is green and blind.
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
    // Our builds, and not what packages ship: an import of theirs would be unseen.
    exclude: { path: '^(?!.*node_modules/).*/dist/' },
  },
}
