/** Who may import whom. Read it top to bottom: each rule is one sentence. */
const layer = (name) => `^src/${name}/`
const tests = '\\.test\\.tsx?$'

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'domain-is-pure',
      severity: 'error',
      from: { path: layer('shared/domain'), pathNot: tests },
      to: { pathNot: [layer('shared/domain'), 'node_modules/zod/'] },
    },
    {
      name: 'shared-imports-only-shared',
      severity: 'error',
      from: { path: layer('shared') },
      to: { path: '^src/', pathNot: layer('shared') },
    },
    {
      name: 'machines-are-pure',
      severity: 'error',
      comment: 'xstate and domain types only; effects arrive through provide()',
      from: { path: layer('machines'), pathNot: tests },
      to: { pathNot: [layer('machines'), layer('shared/domain'), 'node_modules/(xstate|zod)/'] },
    },
    {
      name: 'streams-know-no-ui-or-machines',
      severity: 'error',
      from: { path: layer('streams'), pathNot: [layer('streams/react'), tests, 'testing\\.ts$'] },
      to: { pathNot: [layer('streams'), layer('shared/(db|domain)'), 'node_modules/(rxjs|zod)/'] },
    },
    {
      name: 'streams-react-is-the-bridge',
      severity: 'error',
      from: { path: layer('streams/react'), pathNot: tests },
      to: { pathNot: [layer('streams'), 'node_modules/(react|rxjs|@types/react)/'] },
    },
    {
      name: 'features-do-not-know-each-other',
      severity: 'error',
      comment: 'what the features of one area share lies in its folder `shared`',
      from: { path: '^src/features/([^/]+)/([^/]+)/' },
      to: { path: layer('features'), pathNot: ['^src/features/$1/$2/', '^src/features/$1/shared/'] },
    },
    {
      name: 'what-an-area-shares-knows-no-feature',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/shared/' },
      to: { path: layer('features'), pathNot: '^src/features/$1/shared/' },
    },
    {
      name: 'kit-knows-no-feature',
      severity: 'error',
      comment: 'kit is how every screen is made; it may use machines, streams, documents and shared',
      from: { path: layer('kit') },
      to: {
        path: '^src/',
        pathNot: [layer('kit'), layer('documents'), layer('machines'), layer('streams'), layer('shared')],
      },
    },
    {
      name: 'documents-know-no-screen',
      severity: 'error',
      comment: 'one core of lines, VAT, totals, numbers and statuses for every paper; also used by the functions',
      from: { path: layer('documents'), pathNot: tests },
      to: { path: '^src/', pathNot: [layer('documents'), layer('shared/domain')] },
    },
    {
      name: 'nobody-imports-app',
      severity: 'error',
      from: { path: '^src/', pathNot: layer('app') },
      to: { path: layer('app') },
    },
    {
      name: 'supabase-only-at-the-edge',
      severity: 'error',
      from: { path: '^src/', pathNot: layer('shared/db') },
      to: { path: 'node_modules/@supabase/' },
    },
    {
      name: 'queries-only-through-api-and-actors',
      severity: 'error',
      from: { path: layer('features'), pathNot: ['/api/', '\\.actors\\.ts$', tests, 'testing\\.tsx?$'] },
      to: { path: '^src/shared/db/client', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'e2e-uses-the-app-from-outside',
      severity: 'error',
      from: { path: '^tests/e2e/' },
      to: { path: '^src/(features|app|streams|machines|shared/db)/' },
    },
    {
      name: 'models-know-machines-only',
      severity: 'error',
      from: { path: '^tests/models/' },
      to: { path: '^src/', pathNot: [layer('machines'), layer('shared/domain'), layer('documents')] },
    },
    {
      name: 'no-tests-in-production',
      severity: 'error',
      from: { path: '^src/', pathNot: [tests, 'testing\\.tsx?$'] },
      to: { path: [tests, '^tests/', 'testing\\.tsx?$'] },
    },
    {
      name: 'the-app-does-not-know-its-backend',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^supabase/' },
    },
    {
      name: 'functions-import-only-their-shared',
      severity: 'error',
      from: { path: '^supabase/functions/' },
      to: { path: '^(src|supabase/local|tests)/', pathNot: layer('documents') },
    },
    {
      name: 'the-backend-does-not-know-the-app',
      severity: 'error',
      from: { path: '^supabase/' },
      to: { path: '^src/', pathNot: [layer('shared/domain'), layer('documents')] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.css$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { conditionNames: ['import', 'types', 'default'], exportsFields: ['exports'] },
  },
}
