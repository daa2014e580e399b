import { Code } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { countText } from '@/shared/domain/text/formats'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { defineList } from '@/kit/list/define-list'
import { choiceFilter, searchFilter, segmentFilter } from '@/kit/list/filters'
import { RecordList } from '@/kit/list/record-list'
import { type Module, readModules } from '../api/modules.query'
import { sizeText } from '../words'

const uses: Record<Module['use'], string> = {
  unused: 'Nothing',
  server: 'The back end only',
  types: 'Types only',
  app: 'The app',
}

/** The folder of a module: `kit`, `features/people`. */
const areaOf = ({ path }: Module) =>
  path
    .split('/')
    .slice(0, path.startsWith('features/') ? 2 : 1)
    .join('/')
const nameOf = ({ path }: Module) => path.split('/').at(-1) ?? path
const areas = ['app', 'documents', 'kit', 'machines', 'shared', 'streams'].concat(
  ['accounts', 'delivery', 'office', 'people', 'production', 'sales', 'site', 'stock', 'system'].map(
    (area) => `features/${area}`,
  ),
)

const moduleList = defineList({
  name: 'modules',
  one: 'module',
  many: 'modules',
  key: ['module-graph'],
  idOf: ({ path }: Module) => path,
  filters: {
    q: searchFilter('Search modules', 'Name or folder'),
    use: segmentFilter('Needed by', [
      { value: 'unused', label: 'Unused' },
      { value: 'once', label: 'Imported once' },
      { value: 'all', label: 'All' },
    ]),
    area: choiceFilter(
      'Folder',
      areas.map((area) => ({ value: area, label: area })),
      'Every folder',
    ),
  },
  columns: [
    { name: 'name', label: 'Module', sort: 'name', cell: nameOf, csv: ({ path }) => path },
    { name: 'area', label: 'Folder', sort: 'path', cell: ({ path }) => <Code>{path.replace(/\/[^/]+$/, '')}</Code> },
    { name: 'use', label: 'Needed by', sort: 'use', text: ({ use }) => uses[use] },
    {
      name: 'importers',
      label: 'Imported by',
      sort: 'importers',
      align: 'right',
      cell: ({ importers }) => countText(importers),
      csv: ({ importers }) => importers,
    },
    {
      name: 'size',
      label: 'Source',
      sort: 'bytes',
      align: 'right',
      from: 'sm',
      cell: ({ bytes }) => sizeText(bytes),
      csv: ({ bytes }) => bytes,
    },
  ],
  sort: { by: 'bytes', down: true },
  all: readModules,
  matches: (module, { q, use, area }) =>
    (use === 'all' || (use === 'unused' ? module.use === 'unused' : module.use === 'app' && module.importers === 1)) &&
    (area === null || areaOf(module) === area) &&
    q
      .toLowerCase()
      .split(/\s+/)
      .every((word) => module.path.includes(word)),
  sortValue: (module, by) =>
    by === 'name'
      ? nameOf(module)
      : by === 'path' || by === 'use'
        ? module[by]
        : by === 'importers'
          ? module.importers
          : module.bytes,
})

/** /admin/unused-components: every module of the interface in the last build's graph. */
export const UnusedComponentsScreen = () => (
  <PageFrame
    title="Unused Components"
    lead="Modules of the interface that no screen needs, by the module graph of the build that runs here."
    width="full"
  >
    <RecordList
      list={moduleList}
      empty={{
        icon: <IconCircleCheck size={40} stroke={1.25} aria-hidden />,
        title: 'Every module is in use',
        children: 'The build found nothing that no screen needs.',
      }}
    />
  </PageFrame>
)
