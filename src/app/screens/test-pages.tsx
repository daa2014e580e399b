import { Badge } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { useMemo } from 'react'
import { previewed } from '@/shared/domain/web/site-preview'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { defineList } from '@/kit/list/define-list'
import { choiceFilter, searchFilter, segmentFilter } from '@/kit/list/filters'
import { RecordList } from '@/kit/list/record-list'
import { purposeOf } from '../areas/purposes'
import { clientSet } from '../route-sets/client'
import { routesOf } from '../route-sets/find-route'
import { marketingSet } from '../route-sets/marketing'
import type { AppRoute, Guard, RouteSet, RouteSetName } from '../route-sets/route'
import { useStaffRoutes } from '../shell/frame/staff-screens'

type Page = {
  id: string
  set: RouteSetName
  path: string
  title: string
  purpose: string
  who: string
  state: AppRoute['kind']
  to: string | null
}

const setNames: Record<RouteSetName, string> = { staff: 'Staff', client: 'Client', marketing: 'Public site' }
const states: Record<Page['state'], string> = { screen: 'Screen', redirect: 'Redirect' }

/** The guard of a screen as words. */
function guardWords(guard: Guard): string {
  switch (guard.kind) {
    case 'public':
      return 'Anybody'
    case 'session':
      return 'Every signed-in person'
    case 'staff':
      return 'Staff'
    case 'admin':
      return 'Admins'
    case 'pages':
      return `May view ${guard.pages.join(' or ')}`
    case 'permission':
      return `Holds ${guard.permission.replaceAll('_', ' ')}`
  }
}

const allPages = (staffRoutes: readonly AppRoute[]): Page[] => {
  const sets: Pick<RouteSet, 'name' | 'routes'>[] = [{ name: 'staff', routes: staffRoutes }, clientSet, marketingSet]
  return sets.flatMap((set) =>
    routesOf(set).map((route): Page => ({
      id: `${set.name} ${route.path}`,
      set: set.name,
      path: route.path,
      title: route.kind === 'screen' ? route.title : `To ${route.to}`,
      purpose: route.kind === 'screen' ? purposeOf(route) : '',
      who: guardWords(route.guard),
      state: route.kind,
      to: addressOf(set.name, route.path),
    })),
  )
}

/** An address with a parameter belongs to a record, which leads to it; pages of visitors are shown as a preview of the site. */
const addressOf = (set: RouteSetName, path: string): string | null =>
  /[:*]/.test(path) || set === 'client' ? null : set === 'marketing' ? previewed(path) : path

const pageList = (staffRoutes: readonly AppRoute[]) =>
  defineList({
    name: 'test-pages',
    one: 'page',
    many: 'pages',
    key: ['test-pages'],
    filters: {
      q: searchFilter('Search pages', 'Address, title or purpose'),
      set: choiceFilter(
        'Set',
        Object.entries(setNames).map(([value, label]) => ({ value, label })),
        'Every set',
      ),
      state: segmentFilter('State', [
        { value: 'all', label: 'All' },
        { value: 'screen', label: 'Screens' },
        { value: 'redirect', label: 'Redirects' },
      ]),
    },
    columns: [
      { name: 'path', label: 'Address', sort: 'path', text: ({ path }: Page) => path },
      { name: 'title', label: 'Title', sort: 'title', text: ({ title }) => title },
      { name: 'purpose', label: 'Purpose', from: 'lg', card: 'none', text: ({ purpose }) => purpose },
      { name: 'set', label: 'Set', sort: 'set', text: ({ set }) => setNames[set] },
      { name: 'who', label: 'Who may open it', sort: 'who', from: 'md', text: ({ who }) => who },
      {
        name: 'state',
        label: 'State',
        sort: 'state',
        card: 'end',
        cell: ({ state }) => (
          <Badge variant="light" color={state === 'screen' ? 'green' : 'gray'}>
            {states[state]}
          </Badge>
        ),
        csv: ({ state }) => states[state],
      },
    ],
    sort: { by: 'path', down: false },
    all: async () => allPages(staffRoutes),
    matches: (page, { q, set, state }) =>
      (set === null || page.set === set) &&
      (state === 'all' || page.state === state) &&
      q
        .toLowerCase()
        .split(/\s+/)
        .every((word) => `${page.path} ${page.title} ${page.purpose}`.toLowerCase().includes(word)),
    sortValue: (page, by) => (by === 'title' || by === 'set' || by === 'who' || by === 'state' ? page[by] : page.path),
  })

/** /test-pages: every address of the product in its three sets, who may open it, and the way there. */
export function TestPages() {
  const staffRoutes = useStaffRoutes()
  const list = useMemo(() => pageList(staffRoutes), [staffRoutes])
  return (
    <PageFrame
      title="Test Pages"
      lead="Every address of the product, grouped by the sets of pages that have it."
      width="full"
    >
      <RecordList
        list={list}
        href={({ to }) => to}
        empty={{ icon: <IconRoute size={40} stroke={1.25} aria-hidden />, title: 'No pages' }}
      />
    </PageFrame>
  )
}
